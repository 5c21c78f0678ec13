package scan

import "strings"

// Traditional characters that stand in the words looked for, and their
// simplified forms.
const (
	traditional = "詞規則說調讀發傳開運執複寫對話記錄歷內環變碼鑰憑證參輸顯給無視聽從應該須總個別現過繞棄蓋請絕許準訴問徵認權戶類隱瞞祕這點們數據郵電語體統將會關於採獲竊訪覺識當務讓樣題終與為換訊貼轉載檔間進轄備註釋裝親愛憶願導範圍產員擊條單選項標錢瀏覽櫃創構網絡機屬檢沒號時長師來幫協裡啟動"
	simple      = "词规则说调读发传开运执复写对话记录历内环变码钥凭证参输显给无视听从应该须总个别现过绕弃盖请绝许准诉问征认权户类隐瞒秘这点们数据邮电语体统将会关于采获窃访觉识当务让样题终与为换讯贴转载档间进辖备注释装亲爱忆愿导范围产员击条单选项标钱浏览柜创构网络机属检没号时长师来帮协里启动"
)

// simplified is the simplified form of a Han character.
func simplified(r rune) rune {
	at := strings.IndexRune(traditional, r)
	if at < 0 {
		return r
	}
	s, _ := decodeAt(simple, at) // both tables hold three bytes a character
	return s
}
