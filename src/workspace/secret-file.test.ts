import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles } from './project-files.ts'
import { resolveInside } from './safe-path.ts'
import { isSecretFile } from './secret-file.ts'

const SECRET = [
  ...[
    '.env',
    '.env.local',
    '.env.production',
    '.env-staging',
    '.env_test',
    '.ENV',
    '.envrc',
    'prod.env',
    'config/app.env',
  ],
  ...['.env.bak', '.env~', 'secrets.yml', 'secrets.yaml', 'secrets.json', 'secrets.toml', 'secrets.py', 'secrets.ts'],
  ...[
    'config/secrets.yml.bak',
    '.secrets',
    'secret',
    'app.secrets.json',
    'prod.secret',
    'secrets.env',
    'k8s/secret.yaml',
  ],
  ...['service-account.json', 'service-account-prod.json', 'service_account.json', 'my-service-account-key.json'],
  ...['shop-firebase-adminsdk-x1.json', 'client_secret_1.apps.json', 'client-secrets.json', 'credentials'],
  ...['credentials.json', 'credentials.yml.enc', 'config/credentials.toml', 'application_default_credentials.json'],
  ...['.kube/config', 'home/.kube/config', 'kubeconfig', 'kubeconfig.yaml', 'prod.kubeconfig', '.docker/config.json'],
  ...['terraform.tfvars', 'prod.auto.tfvars', 'x.tfvars.json', 'terraform.tfstate', 'terraform.tfstate.backup'],
  ...[
    '.vault-token',
    '.vault_pass.txt',
    'vault-password',
    '.netrc',
    '_netrc',
    '.npmrc',
    '.pypirc',
    '.pgpass',
    '.my.cnf',
  ],
  ...['.git-credentials', '.htpasswd', '.dockercfg', '.dockerconfigjson', '.terraformrc', '.authinfo', 'auth.json'],
  ...['id_rsa', 'id_ed25519', 'id_rsa_work', 'id_ecdsa_sk', 'id_rsa.old', 'ssh_host_ed25519_key', 'server.key'],
  ...[
    'tls/server.PEM',
    'cert.p12',
    'cert.pfx',
    'release.jks',
    'release.keystore',
    'AuthKey_X.p8',
    'vault.kdbx',
    'a.ppk',
  ],
  ...['config/master.key', 'key.agekey', 'office.ovpn', 'key.properties', 'android/keystore.properties'],
  ...['.ssh/config', '.ssh/known_hosts', '.aws/config', '.gnupg/x', '.azure/x.json', '.m2/settings.xml', '.oci/config'],
  ...['local.settings.json', 'wp-config.php', '.config/gh/hosts.yml', 'x/.secrets/x.txt', '.password-store/a.gpg'],
]

const HARMLESS = [
  ...['.env.example', '.env.sample', '.env.template', '.env.dist', '.env.local.example', 'example.env', 'sample.env'],
  ...['secrets.example.yml', 'secrets.yml.example', 'terraform.tfvars.example', 'example.tfvars', 'main.tf'],
  ...['env.ts', 'env.d.ts', 'vite-env.d.ts', 'environment.ts', 'src/env/index.ts', 'dotenv.js', 'envelope.ts'],
  ...[
    'secret-file.ts',
    'secret.ts',
    'id_rsa.md',
    'secretary.ts',
    'secrets-manager.ts',
    'src/secrets/index.ts',
    'secretsanta.py',
    'no-secrets.md',
  ],
  ...['credentials-form.tsx', 'credentials.ts', 'service-account.ts', 'accounts.json', 'services.json'],
  ...['config', 'config.json', 'src/config.json', 'docker/config.json', '.docker/Dockerfile', '.kube/deploy.yml'],
  ...['settings.xml', 'hosts.yml', 'vault.ts', 'token.ts', 'tokens.json', 'netrc-parser.js', 'npmrc.ts', 'auth.ts'],
  ...[
    'id_rsa.pub',
    'id_ed25519.pub',
    'identity.ts',
    'id.ts',
    'key.ts',
    'keys.ts',
    'keyboard.ts',
    'monkey.ts',
    'keystore.ts',
  ],
  ...['kubeconfig-loader.go', 'package.json', 'README.md', 'tsconfig.json', 'Dockerfile', 'docker-compose.yml'],
]

describe('isSecretFile', () => {
  it.each(SECRET)('%s keeps a secret', (path) => expect(isSecretFile(path)).toBe(true))
  it.each(HARMLESS)('%s may be read', (path) => expect(isSecretFile(path)).toBe(false))
})

describe('a file that keeps a secret', () => {
  it('is neither listed nor opened by what shows source files', () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-secret-')))
    try {
      for (const path of [...SECRET, 'src/app.ts'].filter((one) => one.toLowerCase() === one)) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), 'function secretThing() {}\n')
      }
      for (const path of SECRET.filter((one) => one.toLowerCase() === one)) {
        expect(() => resolveInside({ root }, path), path).toThrow('place for secrets')
      }
      const bounds = { mostFiles: 1000, mostFileBytes: 1000, mostBytes: 1e6, deadline: Date.now() + 60_000 }
      const listed = [...projectFiles({ root, wanted: () => true, onLimit: () => {}, ...bounds })]
      expect(listed.map(({ path }) => path)).toEqual(['src/app.ts'])
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })
})
