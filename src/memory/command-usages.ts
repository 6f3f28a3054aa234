/**
 * How commands take secrets, a line each, as their manuals write it. `|` separates names for the same thing, `_` is anything,
 * `SECRET` is what must go; `RANDOM` goes only where it looks like a secret. Words behind the command are subcommands. Then:
 *   -p SECRET          the argument behind the option, or behind it and `=`
 *   -pSECRET           any argument that begins like this
 *   _ SECRET           counted from the last subcommand, options left out
 *   … SECRET           the last argument that is no option
 *   * _=SECRET         every argument of this form
 * Options whose name says it (`--password x`) need no line: they are known for any command.
 */
export const COMMAND_USAGES = `
curl|wget|ncat|curlie -u|--user|-U|--proxy-user|--proxy-auth _:SECRET
curl -u_:SECRET
curl -E|--cert|--proxy-cert _:SECRET
curl -b|--cookie _=SECRET
curl --pass|--proxy-pass|--oauth2-bearer SECRET
http|https|xh|xhs -a|--auth _:SECRET
http|https|xh|xhs -a|--auth RANDOM
lftp|open -u _,SECRET
ncftpput|ncftpget|ncftpls|ncftp -p SECRET
sshpass -p SECRET
sshpass -pSECRET
plink|pscp|psftp|putty -pw SECRET
mysql|mysqldump|mysqladmin|mysqlimport|mysqlshow|mysqlcheck|mysqlsh|mysqlslap|mysqlpump|mysql_upgrade|mariadb|mariadb-dump|mariadb-admin|mycli|xtrabackup|mydumper|myloader -pSECRET
mydumper|myloader|mycli -p SECRET
mysqladmin password SECRET
mongo|mongosh|mongodump|mongorestore|mongoimport|mongoexport|mongostat|mongotop|mongofiles -p SECRET
mongo|mongosh|mongodump|mongorestore -pSECRET
redis-cli|valkey-cli|keydb-cli -a|--pass SECRET
redis-cli|valkey-cli|keydb-cli auth|AUTH … SECRET
redis-cli|valkey-cli|keydb-cli * >SECRET
sqlcmd|bcp|osql|isql|tsql -P SECRET
sqlcmd|bcp|osql|isql|tsql -PSECRET
sqlplus|sqlldr|expdp|impdp|exp|imp|rman * _/SECRET@_
sqlplus|sqlldr|expdp|impdp|exp|imp * userid=_/SECRET@_
db2 using SECRET
isql _ _ RANDOM
cqlsh|cypher-shell|influx|clickhouse-client|beeline|snowsql|arangosh|couchbase-cli|cbq -p SECRET
influx -password SECRET
vsql|nzsql -w SECRET
etcdctl --user _:SECRET
etcdctl user add|passwd _:SECRET
etcdctl put _ RANDOM
docker|podman|nerdctl|buildah|oras|crane|cosign|regctl|helm|oc|cf|ibmcloud|az|argocd|caprover|jf|rancher login -p SECRET
docker|podman|nerdctl|buildah|oras|crane|cosign|helm|oc|cf login -pSECRET
skopeo|buildah|podman|crane --creds|--src-creds|--dest-creds _:SECRET
ibmcloud|cf auth _ SECRET
az -p SECRET
az keyvault|appconfig --value SECRET
aws ssm put-parameter --value SECRET
aws secretsmanager --secret-string SECRET
gcloud auth activate-refresh-token _ SECRET
doctl|fly|flyctl|linode-cli|vultr-cli -t|--access-token SECRET
kubectl|oc --from-literal _=SECRET
gh secret|variable set -b|--body SECRET
gh secret|variable set -bSECRET
glab variable set|update _ SECRET
secret|secrets set|add|put|create|update * _=SECRET
secret|secrets set|add|put|update _ RANDOM
config:set|config:add|env:set|secrets:set|setenv|env-set|variables * _=RANDOM
functions:config:set * _=SECRET
env:set _ SECRET
set-env _ _ RANDOM
netlify --auth|-a SECRET
supabase|pscale -p SECRET
op item create|edit * _=RANDOM
bw login _ SECRET
bw unlock SECRET
vault|bao|nomad put * _=SECRET
vault|bao write * password=SECRET
vault|bao write * secret_id=SECRET
vault|bao login|unseal SECRET
vault|bao token -id SECRET
consul kv put _ RANDOM
security -w|-P SECRET
security unlock-keychain|create-keychain|set-keychain-settings -p SECRET
security set-key-partition-list -k SECRET
npm|pnpm --otp SECRET
twine|poetry|pdm|hatch|uv upload|publish -p|-t SECRET
poetry config _ _ SECRET
poetry config _ RANDOM
bundle config … _:SECRET
bundle|composer config … RANDOM
cargo|gem|wandb|snyk|replicate|eas|turso|neonctl|fastly|algolia login|auth|authtoken RANDOM
ngrok|add-authtoken|authtoken authtoken|add-authtoken SECRET
cloudflared install SECRET
gem|dotnet|nuget push -k|--key SECRET
dotnet|nuget source|sources -p SECRET
dotnet user-secrets set _ SECRET
nuget setapikey|setApiKey SECRET
mvn|mvnw|gradle|gradlew|sonar-scanner|java -Dsonar.login=SECRET
mvn|mvnw --encrypt-password|--encrypt-master-password|-ep|-emp SECRET
keytool|jarsigner -storepass|-keypass|-srcstorepass|-deststorepass|-srckeypass|-destkeypass|-new SECRET
xcrun|altool -p SECRET
signtool|certutil|osslsigncode|pvk2pfx /p|-p|-pass|-pi|-po SECRET
pk12util -W|-K SECRET
pkcs11-tool|pkcs15-tool|softhsm2-util|yubico-piv-tool|ykman --pin|--so-pin|-P|-n SECRET
openssl -k|-K|-hmac SECRET
openssl passwd … SECRET
7z|7za|7zr|7zz|rar|unrar|winrar -pSECRET
rar|unrar|winrar -hpSECRET
zip|unzip|zipcloak -P SECRET
zip|unzip -PSECRET
ccrypt|ccencrypt|ccdecrypt|aescrypt -K|-p SECRET
qpdf --encrypt SECRET
pdftk owner_pw|user_pw|input_pw SECRET
pdftotext|pdfinfo|pdftoppm|pdfimages|pdfcpu|mutool -upw|-opw|-p SECRET
rclone obscure SECRET
rclone create|update|password pass|password|token|client_secret|secret_access_key SECRET
kopia|duplicacy -p SECRET
mc|mcli alias set _ _ _ SECRET
mc|mcli config host add _ _ _ SECRET
mc|mcli user add _ _ SECRET
s3cmd|ossutil|coscmd|obsutil --secret_key|-k|-s SECRET
smbclient|rpcclient|winexe|smbget|net|wmic -U|--user _%SECRET
smbclient _ RANDOM
smbpasswd -w SECRET
net rpc add _ SECRET
net user _ SECRET
net use _ SECRET
mount_smbfs _:SECRET@_
xfreerdp|xfreerdp3|wfreerdp|sdl-freerdp /p:SECRET
rdesktop|vncviewer|x11vnc -p|-passwd SECRET
evil-winrm|crackmapexec|nxc|netexec|hydra|medusa|psexec|psexec64|paexec|winrs|certipy -p SECRET
psexec.py|wmiexec.py|smbexec.py|secretsdump.py|atexec.py|dcomexec.py|mssqlclient.py|smbclient.py|GetUserSPNs.py|getTGT.py|impacket-psexec|impacket-wmiexec|impacket-secretsdump|impacket-smbclient|impacket-mssqlclient _:SECRET@_
cmdkey /pass:SECRET
wmic /password:SECRET
schtasks /rp|/p SECRET
tasklist|taskkill|systeminfo|shutdown|logman /p SECRET
dsadd|dsmod -pwd SECRET
sc|sc.exe password= SECRET
ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami|ldappasswd|ldapcompare|ldapvi -w SECRET
ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami|ldappasswd -wSECRET
ldappasswd|slappasswd -s|-a SECRET
rabbitmqctl add_user|change_password|authenticate_user _ SECRET
rabbitmqadmin -p SECRET
mosquitto_pub|mosquitto_sub|mosquitto_rr|mqttx -P|--pw SECRET
mosquitto_passwd _ _ SECRET
swaks -ap SECRET
sendemail -xp SECRET
ipmitool|ipmi-power|racadm|ilorest -P|-p SECRET
ipmitool password _ SECRET
snmpwalk|snmpget|snmpset|snmpbulkwalk|snmpbulkget|snmptable|snmpgetnext|snmptrap|snmpstatus -A|-X|-c SECRET
useradd|usermod -p SECRET
dscl … RANDOM
sysadminctl -password|-newPassword|-oldPassword SECRET
kadmin|kadmin.local|ipa -w SECRET
addprinc|cpw|ank -pw SECRET
ssh-keygen|puttygen -N|-P SECRET
nmcli password|wifi-sec.psk|802-11-wireless-security.psk|802-1x.password SECRET
wpa_passphrase _ SECRET
wpa_cli psk|passphrase SECRET
networksetup -setairportnetwork _ SECRET
tailscale|headscale|netbird --authkey|--auth-key|--setup-key SECRET
zerotier-cli -TSECRET
veracrypt|truecrypt -p SECRET
odoo|odoo-bin -w SECRET
drush|drupal user:password|upwd _ SECRET
grafana|grafana-cli reset-admin-password SECRET
elasticsearch-users useradd|passwd -p SECRET
java|jenkins-cli -auth _:SECRET
java -secret SECRET
drone|woodpecker-cli|circleci|buildkite-agent|codecov|codecovcli|coveralls -t SECRET
travis encrypt * _=SECRET
kaggle config set -v SECRET
llm keys set --value SECRET
p4 -P SECRET
pulumi config set _ RANDOM
encrypt_string … RANDOM
set-password|set_password|change-password|change_password|reset-password|reset_password|update-password|reset-admin-password|set-initial-password|passwd:set … RANDOM
add-user|add_user|create-user|create_user|user-add _ RANDOM
login _ RANDOM
login -p RANDOM
`
