/**
 * Files whose purpose is to keep a secret. People forbid their agent to read them; our tools are allowed without asking
 * and must not become a way around that. If a name can be either code or a secret, it counts as a secret.
 */

/** The last name of a path, in lower case and without a backup ending (`.bak`, `~`). */
const NAMES = [
  // Program settings. Example files are meant to be read.
  /^\.env(?:rc|[.\-_].*)?$/,
  /\.env(?:rc)?$/,
  /^\.?secrets(?:\..*)?$/,
  /^(?:.*\.)?secrets?(?:\.(?:ya?ml|json|toml|ini|properties|txt))?$/,
  /^local\.settings\.json$/,
  /^(?:key|keystore)\.properties$/,
  /^wp-config\.php$/,
  // Service accounts.
  /service[-_]?account.*\.json$/,
  /firebase-adminsdk.*\.json$/,
  /^client[-_]secrets?.*\.json$/,
  /^(?:application_default_)?\.?credentials(?:\.(?:json|ya?ml|toml|ini|csv|xml|properties|tfrc\.json|yml\.enc))?$/,
  /^\.?(?:netrc|pgpass|htpasswd|authinfo|rhosts|s3cfg|boto|dockercfg|dockerconfigjson|databrickscfg|terraformrc)$/,
  /^_netrc$/,
  /^\.(?:npmrc|pypirc|git-credentials|my\.cnf|mylogin\.cnf)$/,
  /^auth\.json$/,
  /^\.?vault[-_](?:token|pass(?:word)?)(?:\..*)?$/,
  /^\.?kubeconfig(?:\..*)?$|\.kubeconfig$/,
  /\.tfvars(?:\.json)?$|\.tfstate$/,
  // Keys. `.pub` files are public.
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:[_-][\w-]*)?$/,
  /^ssh_host_.*_key$/,
  /\.(?:pem|key|p8|p12|pfx|pk8|jks|jceks|keystore|kdbx?|ppk|agekey|ovpn)$/,
]

/** Path endings: names that are harmless anywhere else. */
const PLACES = [
  '.kube/config',
  '.docker/config.json',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.config/gh/hosts.yml',
  '.oci/config',
  '.snowsql/config',
]

const FOLDERS = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.gcloud', '.password-store', '.secrets', '.vault'])

const EXAMPLE = /(?:^|[.\-_])(?:example|sample|template|dist|defaults)(?:$|[.\-_])/
/** Only for settings: a key is a key, whatever its name. */
const HAS_EXAMPLES = /^\.env|\.env$|^\.?secrets?\.|\.tfvars$/
const COPY = /(?:~|\.(?:bak|backup|old|orig|save|swp|tmp))+$/

/** `path` has `/` between its names. */
export function isSecretFile(path: string): boolean {
  const names = path.toLowerCase().split('/')
  const last = (names.pop() ?? '').replace(COPY, '')
  if (names.some((name) => FOLDERS.has(name))) return true
  if (HAS_EXAMPLES.test(last) && EXAMPLE.test(last)) return false
  const place = `/${[...names, last].join('/')}`
  return NAMES.some((name) => name.test(last)) || PLACES.some((end) => place.endsWith(`/${end}`))
}
