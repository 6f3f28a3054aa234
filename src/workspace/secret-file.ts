/**
 * Files whose purpose is to keep a secret. People forbid their agent to read them; our tools are allowed without a
 * question and must not be the way around that.
 */

const NAMES = [
  /^\.env(?:\.(?!(?:example|sample|template|dist)$).*)?$/, // the examples are there to be read
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/,
  /^\.(?:netrc|npmrc|pypirc|pgpass|git-credentials|htpasswd)$/,
  /^credentials(?:\.json)?$/,
]
const FOLDERS = new Set(['.ssh', '.gnupg', '.aws'])

/** `path` has `/` between its names. */
export function isSecretFile(path: string): boolean {
  const names = path.toLowerCase().split('/')
  const last = names.at(-1) ?? ''
  return names.slice(0, -1).some((name) => FOLDERS.has(name)) || NAMES.some((name) => name.test(last))
}
