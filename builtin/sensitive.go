package builtin

import (
	"slices"
	"strings"
)

// The sensitive files: no file tool reads them, lists them or finds anything
// in them, wherever they are in a root. Names are compared without case.
//
//	exact names    below, sensitiveNames: files and whole folders
//	endings        below, sensitiveEndings: keys and key stores
//	beginnings     .env.* except examples; id_rsa*, id_ed25519* … except *.pub
//	paths          below, sensitivePaths: the last elements of a path
//	system folders below, systemFolders: only where a root contains them
var (
	sensitiveNames = []string{
		".env", ".envrc", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".htpasswd",
		".ssh", ".gnupg", ".aws", ".azure", ".kube", ".password-store", ".vault-token", ".oci",
		".git-credentials", ".npmrc", ".yarnrc", ".pypirc", ".dockercfg", ".s3cfg", ".boto", ".terraformrc",
		".bash_history", ".zsh_history", ".python_history", ".psql_history", ".mysql_history", ".node_repl_history",
		"credentials.json", "credentials.toml", "client_secret.json", "service-account.json", "service_account.json",
		"secrets.yml", "secrets.yaml", "secrets.json", "secrets.toml", "terraform.tfstate", "terraform.tfvars",
		"login data", "logins.json", "key4.db", "cookies.sqlite", "wallet.dat",
	}
	sensitiveEndings = []string{
		".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".ppk", ".kdbx", ".kdb", ".agekey", ".ovpn", ".tfstate", ".keytab",
	}
	keyBeginnings  = []string{"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "ssh_host_"}
	envExamples    = []string{".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults"}
	sensitivePaths = []string{
		".docker/config.json", ".config/gh/hosts.yml", ".config/gcloud", ".m2/settings.xml", ".gem/credentials",
		".config/git/credentials", ".config/rclone/rclone.conf", ".config/containers/auth.json", ".git/config",
		".cargo/credentials", ".cargo/credentials.toml", ".local/share/keyrings", "library/keychains",
	}
	systemFolders = []string{"/proc", "/sys", "/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d", "/private/etc/master.passwd", "/private/var/db/dslocal"}
)

// sensitiveSet is the table above, made for asking often.
type sensitiveSet struct {
	names map[string]bool
	paths map[string][]string // by their last element
}

func newSensitiveSet() sensitiveSet {
	s := sensitiveSet{names: map[string]bool{}, paths: map[string][]string{}}
	for _, n := range sensitiveNames {
		s.names[n] = true
	}
	for _, p := range sensitivePaths {
		last := p[strings.LastIndexByte(p, '/')+1:]
		s.paths[last] = append(s.paths[last], p)
	}
	return s
}

// entry reports whether name in the folder dir is sensitive. dir is the
// folder's path in the root, "" or with a slash at its end.
func (s sensitiveSet) entry(dir, name string) bool {
	f := fold(name)
	if s.names[f] || matchesName(f) {
		return true
	}
	for _, p := range s.paths[f] {
		if strings.HasSuffix("/"+fold(dir+name), "/"+p) {
			return true
		}
	}
	return false
}

// matchesName looks at the beginning and the ending of a folded name.
func matchesName(f string) bool {
	if strings.HasPrefix(f, ".env.") {
		return !slices.Contains(envExamples, f)
	}
	if dot := strings.LastIndexByte(f, '.'); dot >= 0 && slices.Contains(sensitiveEndings, f[dot:]) {
		return true
	}
	for _, begin := range keyBeginnings {
		if strings.HasPrefix(f, begin) {
			return !strings.HasSuffix(f, ".pub")
		}
	}
	return false
}

// path reports whether the relative path, or a folder on the way, is
// sensitive.
func (s sensitiveSet) path(rel string) bool {
	dir := ""
	for name := range strings.SplitSeq(rel, "/") {
		if name == "" {
			continue
		}
		if s.entry(dir, name) {
			return true
		}
		dir += name + "/"
	}
	return false
}
