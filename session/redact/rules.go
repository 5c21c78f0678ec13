package redact

// rule is one kind of secret. A keyword says where it may be; find says
// whether it is, and which part is secret. find looks at a bounded number of
// bytes, or at ones that are then secret.
type rule struct {
	kind    string
	keyword string // in lower case, at least 3 bytes
	loose   bool   // the match is only likely: others are looked for in it
	token   token
	special func(text string, at int) (from, to int, ok bool)
}

// token is a secret that begins with a prefix of its own.
type token struct {
	prefix string
	body   class
	min    int
	max    int // 0: any
}

func (r *rule) find(text string, at int) (from, to int, ok bool) {
	if r.special != nil {
		return r.special(text, at)
	}
	return r.token.find(text, at)
}

// rules are read by all and changed by none. At most 256.
var rules = [...]rule{
	{kind: "private-key", keyword: "-----begin ", special: privateKey},
	{kind: "jwt", keyword: "eyj", special: jwt},
	{kind: "url-password", keyword: "://", special: urlPassword},
	{kind: "bearer-token", keyword: "bearer ", special: bearer},
	{kind: "authorization", keyword: "authorization", special: authorization},

	{kind: "aws-access-key", keyword: "akia", token: token{"AKIA", upper | digit, 16, 16}},
	{kind: "aws-access-key", keyword: "asia", token: token{"ASIA", upper | digit, 16, 16}},
	{kind: "aws-access-key", keyword: "abia", token: token{"ABIA", upper | digit, 16, 16}},
	{kind: "aws-access-key", keyword: "acca", token: token{"ACCA", upper | digit, 16, 16}},
	{kind: "github-token", keyword: "ghp_", token: token{"ghp_", alnum, 30, 0}},
	{kind: "github-token", keyword: "gho_", token: token{"gho_", alnum, 30, 0}},
	{kind: "github-token", keyword: "ghu_", token: token{"ghu_", alnum, 30, 0}},
	{kind: "github-token", keyword: "ghs_", token: token{"ghs_", word | dot | dash, 30, 0}},
	{kind: "github-token", keyword: "ghr_", token: token{"ghr_", alnum, 30, 0}},
	{kind: "github-token", keyword: "github_pat_", token: token{"github_pat_", word, 40, 0}},
	{kind: "gitlab-token", keyword: "glpat-", token: token{"glpat-", base64url | dot, 20, 0}},
	{kind: "gitlab-token", keyword: "gldt-", token: token{"gldt-", base64url, 20, 0}},
	{kind: "gitlab-token", keyword: "glrt-", token: token{"glrt-", base64url, 20, 0}},
	{kind: "gitlab-token", keyword: "glptt-", token: token{"glptt-", base64url, 20, 0}},
	{kind: "gitlab-token", keyword: "glsoat-", token: token{"glsoat-", base64url, 20, 0}},
	{kind: "slack-token", keyword: "xoxb-", token: token{"xoxb-", alnum | dash, 20, 0}},
	{kind: "slack-token", keyword: "xoxp-", token: token{"xoxp-", alnum | dash, 20, 0}},
	{kind: "slack-token", keyword: "xoxa-", token: token{"xoxa-", alnum | dash, 20, 0}},
	{kind: "slack-token", keyword: "xoxr-", token: token{"xoxr-", alnum | dash, 20, 0}},
	{kind: "slack-token", keyword: "xoxs-", token: token{"xoxs-", alnum | dash, 20, 0}},
	{kind: "slack-token", keyword: "xoxe-", token: token{"xoxe-", alnum | dash, 20, 0}},
	{kind: "slack-token", keyword: "xapp-", token: token{"xapp-", alnum | dash, 20, 0}},
	{kind: "slack-webhook", keyword: "hooks.slack.com/", token: token{"hooks.slack.com/", base64url | slash, 30, 0}},
	{kind: "stripe-key", keyword: "sk_live_", token: token{"sk_live_", alnum, 16, 0}},
	{kind: "stripe-key", keyword: "sk_test_", token: token{"sk_test_", alnum, 16, 0}},
	{kind: "stripe-key", keyword: "rk_live_", token: token{"rk_live_", alnum, 16, 0}},
	{kind: "stripe-key", keyword: "rk_test_", token: token{"rk_test_", alnum, 16, 0}},
	{kind: "stripe-key", keyword: "whsec_", token: token{"whsec_", base64std, 24, 0}},
	{kind: "google-api-key", keyword: "aiza", token: token{"AIza", base64url, 35, 35}},
	{kind: "google-oauth", keyword: "gocspx-", token: token{"GOCSPX-", base64url, 20, 0}},
	{kind: "google-oauth", keyword: "ya29.", token: token{"ya29.", base64url | dot, 30, 0}},
	{kind: "anthropic-key", keyword: "sk-ant-", token: token{"sk-ant-", base64url, 20, 0}},
	{kind: "openrouter-key", keyword: "sk-or-", token: token{"sk-or-", base64url, 30, 0}},
	{kind: "openai-key", keyword: "sk-proj-", token: token{"sk-proj-", base64url, 20, 0}},
	{kind: "openai-key", keyword: "sk-svcacct-", token: token{"sk-svcacct-", base64url, 20, 0}},
	{kind: "openai-key", keyword: "sk-admin-", token: token{"sk-admin-", base64url, 20, 0}},
	{kind: "openai-key", keyword: "sk-", token: token{"sk-", alnum, 32, 0}},
	{kind: "groq-key", keyword: "gsk_", token: token{"gsk_", alnum, 30, 0}},
	{kind: "xai-key", keyword: "xai-", token: token{"xai-", alnum, 40, 0}},
	{kind: "replicate-token", keyword: "r8_", token: token{"r8_", alnum, 30, 0}},
	{kind: "huggingface-token", keyword: "hf_", token: token{"hf_", alnum, 30, 0}},
	{kind: "npm-token", keyword: "npm_", token: token{"npm_", alnum, 30, 0}},
	{kind: "pypi-token", keyword: "pypi-", token: token{"pypi-", base64url, 50, 0}},
	{kind: "rubygems-key", keyword: "rubygems_", token: token{"rubygems_", lower | digit, 40, 0}},
	{kind: "docker-token", keyword: "dckr_pat_", token: token{"dckr_pat_", base64url, 20, 0}},
	{kind: "digitalocean-token", keyword: "dop_v1_", token: token{"dop_v1_", lower | digit, 40, 0}},
	{kind: "shopify-token", keyword: "shpat_", token: token{"shpat_", alnum, 32, 0}},
	{kind: "sendgrid-key", keyword: "sg.", token: token{"SG.", base64url | dot, 50, 0}},
	{kind: "telegram-token", keyword: ":aa", special: telegram},
	{kind: "databricks-token", keyword: "dapi", token: token{"dapi", lower | digit, 32, 40}},
	{kind: "linear-key", keyword: "lin_api_", token: token{"lin_api_", alnum, 30, 0}},
	{kind: "notion-token", keyword: "ntn_", token: token{"ntn_", alnum, 40, 0}},
	{kind: "figma-token", keyword: "figd_", token: token{"figd_", base64url, 30, 0}},
	{kind: "age-key", keyword: "age-secret-key-1", token: token{"AGE-SECRET-KEY-1", upper | digit, 50, 0}},
	{kind: "vault-token", keyword: "hvs.", token: token{"hvs.", base64url, 24, 0}},
	{kind: "grafana-token", keyword: "glsa_", token: token{"glsa_", word, 30, 0}},
	{kind: "tailscale-key", keyword: "tskey-", token: token{"tskey-", base64url, 20, 0}},
	{kind: "atlassian-token", keyword: "atatt3", token: token{"ATATT3", base64url | equals, 50, 0}},

	{kind: "generic-password", keyword: "password", loose: true, special: password},
	{kind: "generic-password", keyword: "passwd", loose: true, special: password},
	{kind: "generic-password", keyword: "passphrase", loose: true, special: password},
	{kind: "generic-password", keyword: "pwd", loose: true, special: password},
	{kind: "generic-secret", keyword: "secret", loose: true, special: secret},
	{kind: "generic-secret", keyword: "token", loose: true, special: secret},
	{kind: "generic-secret", keyword: "api_key", loose: true, special: secret},
	{kind: "generic-secret", keyword: "api-key", loose: true, special: secret},
	{kind: "generic-secret", keyword: "apikey", loose: true, special: secret},
	{kind: "generic-secret", keyword: "access_key", loose: true, special: secret},
	{kind: "generic-secret", keyword: "accesskey", loose: true, special: secret},
	{kind: "generic-secret", keyword: "account_key", loose: true, special: secret},
	{kind: "generic-secret", keyword: "accountkey", loose: true, special: secret},
	{kind: "generic-secret", keyword: "private_key", loose: true, special: secret},
	{kind: "generic-secret", keyword: "auth_key", loose: true, special: secret},
	{kind: "generic-secret", keyword: "encryption_key", loose: true, special: secret},
	{kind: "generic-secret", keyword: "credential", loose: true, special: secret},
}
