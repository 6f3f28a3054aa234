/**
 * Tokens that carry a mark of their maker, wherever they stand. Two lists: `vendor-patterns.json`, made by
 * scripts/build-vendor-patterns.mjs from a maintained public list, and ours, written from what the makers document. The marks
 * are looked for where a word begins, by its first letters, so that text without tokens costs one pass.
 * Linear: a pattern begins with its mark at the beginning of a word, and nothing is required behind an unbounded run.
 */
import { isRandomLetters } from './letter-triples.ts'
import listed from './vendor-patterns.json' with { type: 'json' }
import { makeRuleFinder, type WordMark } from './word-marks.ts'

/** Not in the middle of a word, but right after an escaped line break or a percent escape is a beginning too. */
export const WORD_START = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2}))`

const DIGITS = [...'0123456789']
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Who makes it, the marks it is known by, its shape. */
const OURS: [vendor: string, marks: string[], shape: string][] = [
  ['Shopify', ['shp'], 'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}'],
  ['Databricks', ['dapi'], 'dapi[0-9a-f]{32}'],
  ['Doppler', ['dp.'], String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{20,}`],
  ['Linear', ['lin_'], 'lin_(?:api|oauth)_[A-Za-z0-9]{20,}'],
  ['Notion', ['ntn_', 'secret_'], '(?:ntn_[A-Za-z0-9]{30,}|secret_[A-Za-z0-9]{40,})'],
  ['Vault', ['hvs.', 'hvb.', 'hvr.'], String.raw`hv[sbr]\.[A-Za-z0-9_-]{20,}`],
  ['Terraform Cloud', ['.atlasv1.'], String.raw`[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{40,}`],
  ['Groq', ['gsk_'], 'gsk_[A-Za-z0-9]{30,}'],
  ['xAI', ['xai-'], 'xai-[A-Za-z0-9]{40,}'],
  ['Replicate', ['r8_'], 'r8_[A-Za-z0-9]{30,}'],
  ['Perplexity', ['pplx-'], 'pplx-[A-Za-z0-9]{32,}'],
  ['Together', ['tgp_v1_'], 'tgp_v1_[A-Za-z0-9_-]{30,}'],
  ['Cerebras', ['csk-'], 'csk-[a-z0-9]{40,}'],
  ['NVIDIA', ['nvapi-'], 'nvapi-[A-Za-z0-9_-]{40,}'],
  ['Fireworks', ['fw_'], 'fw_(?=[A-Za-z]{0,21}[0-9])[A-Za-z0-9]{22,24}(?![A-Za-z0-9])'],
  ['Voyage', ['pa-'], 'pa-(?=[A-Za-z_-]{0,42}[0-9])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])'],
  ['Tavily', ['tvly-'], 'tvly-[A-Za-z0-9-]{20,}'],
  ['Firecrawl', ['fc-'], 'fc-[0-9a-f]{32}(?![0-9a-z])'],
  ['E2B', ['e2b_'], 'e2b_[0-9a-f]{40}'],
  ['Pinecone', ['pcsk_'], 'pcsk_[A-Za-z0-9_]{40,}'],
  ['LangSmith', ['lsv2_'], 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}'],
  ['Langfuse', ['sk-lf-'], `sk-lf-${UUID}`],
  ['ElevenLabs', ['sk_'], 'sk_[0-9a-f]{40,}'],
  [
    'Fly',
    ['fo1_', 'fm1', 'fm2_'],
    '(?:fo1_[A-Za-z0-9_-]{30,}|fm[12][ar]?_[A-Za-z0-9+/=_-]{40,}(?:,fm[12][ar]?_[A-Za-z0-9+/=_-]{40,}){0,8})',
  ],
  ['Sentry', ['sntry'], 'sntry[su]_[A-Za-z0-9+/=_-]{20,}'],
  ['Grafana', ['glsa_', 'glc_'], '(?:glsa_[A-Za-z0-9_]{20,}|glc_[A-Za-z0-9+/=]{20,})'],
  [
    'New Relic',
    ['NRAK', 'NRII', 'NRIQ', 'NRRA', 'NRJS', 'NRSP', 'NRAA'],
    '(?:NR(?:AK|II|IQ|RA|JS|SP)-[A-Za-z0-9_-]{16,}|NRAA-[a-f0-9]{27})',
  ],
  ['New Relic', ['FFFFNRAL'], '[0-9a-fA-F]{36}FFFFNRAL'],
  ['PostHog', ['phx_', 'phs_'], 'ph[xs]_[A-Za-z0-9]{30,}'],
  ['Docker', ['dckr_'], 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{16,}'],
  ['RubyGems', ['rubygems_'], 'rubygems_[0-9a-f]{40,}'],
  ['crates.io', ['cio'], 'cio[A-Za-z0-9]{32}(?![A-Za-z0-9])'],
  ['Clojars', ['CLOJARS_'], 'CLOJARS_[A-Za-z0-9]{60}'],
  ['NuGet', ['oy2'], 'oy2[a-z0-9]{43}(?![A-Za-z0-9])'],
  ['JFrog', ['AKCp', 'cmVmd'], '(?:AKCp[A-Za-z0-9]{60,}|cmVmd[A-Za-z0-9]{59})'],
  ['age', ['AGE-SECRET-KEY-'], 'AGE-SECRET-KEY-1[A-Z0-9]{40,}'],
  ['1Password', ['ops_eyJ'], 'ops_eyJ[A-Za-z0-9+/=_-]{40,}'],
  ['1Password', ['A3-'], 'A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}'],
  [
    'Atlassian',
    ['ATATT3', 'ATCTT3', 'ATBB', 'ATSTT3'],
    '(?:AT(?:ATT|CTT|STT)3[A-Za-z0-9_=-]{60,}|ATBB[A-Za-z0-9]{24,})',
  ],
  ['Supabase', ['sbp_', 'sb_secret_'], '(?:sbp_(?:oauth_|v\\d_)?[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,})'],
  ['Netlify', ['nfp_', 'nfc_', 'nfo_', 'nfu_', 'nfb_'], 'nf[pcoub]_[A-Za-z0-9]{36,}'],
  ['Figma', ['fig'], 'fig(?:d|o|u|oh|ou|or)[rh]?_[A-Za-z0-9_-]{30,}'],
  ['Postman', ['PMAK-', 'PMAT-'], '(?:PMAK-[0-9a-f]{24}-[0-9a-f]{34}|PMAT-[A-Z0-9]{26})'],
  ['Pulumi', ['pul-'], 'pul-[0-9a-f]{40}'],
  ['Square and Facebook', ['EAA'], 'EAA[A-Za-z0-9_-]{50,}'],
  ['Square', ['sq0'], 'sq0[a-z]{3}-[A-Za-z0-9_-]{22,}'],
  ['Mailgun', ['key-'], 'key-[0-9a-f]{32}(?![0-9a-z])'],
  ['Mailchimp', DIGITS.map((digit) => `-us${digit}`), String.raw`[0-9a-f]{32}-us\d{1,2}(?![0-9a-z])`],
  ['MailerSend', ['mlsn.'], String.raw`mlsn\.[0-9a-f]{60,}`],
  ['Brevo', ['xkeysib-', 'xsmtpsib-'], 'x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}'],
  ['Resend', ['re_'], 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}'],
  [
    'Vercel',
    ['vercel_blob_', 'vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'],
    '(?:vercel_blob_rw_[A-Za-z0-9_]{30,}|vc[pciark]_[A-Za-z0-9]{20,})',
  ],
  [
    'Cloudflare',
    ['v1.0-', 'cfk_', 'cfut_', 'cfat_'],
    String.raw`(?:v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}|cf(?:k|ut|at)_[A-Za-z0-9]{40,})`,
  ],
  ['Tailscale', ['tskey-'], 'tskey-[a-z]{2,20}-[0-9A-Za-z_]{8,40}-[0-9A-Za-z_]{16,}'],
  ['Airtable', ['pat'], String.raw`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}`],
  ['Harness', ['pat.', 'sat.'], String.raw`[ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}`],
  ['HubSpot', ['pat-'], `pat-[a-z]{2}\\d-${UUID}`],
  ['Contentful', ['CFPAT-'], 'CFPAT-[A-Za-z0-9_-]{40,}'],
  ['Dropbox', ['sl.'], String.raw`sl\.(?:u\.)?[A-Za-z0-9_-]{60,}`],
  ['Dynatrace', ['dt0'], String.raw`dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}`],
  ['EasyPost', ['EZAK', 'EZTK'], 'EZ[AT]K[A-Za-z0-9]{54}'],
  ['Flutterwave', ['FLWSECK'], 'FLWSECK(?:_TEST)?-[0-9a-zA-Z]{12,}(?:-X)?'],
  ['Frame.io', ['fio-u-'], 'fio-u-[A-Za-z0-9_=-]{40,}'],
  ['Heroku', ['HRKU-'], 'HRKU-[A-Za-z0-9_-]{30,}'],
  ['42', ['s-s4t2'], 's-s4t2(?:ud|af)-[0-9a-f]{64}'],
  ['Lob and GoCardless', ['live_', 'test_'], '(?:(?:live|test)_[0-9a-f]{35}(?![0-9a-z])|live_[A-Za-z0-9_=-]{40})'],
  ['LaunchDarkly', ['api-', 'sdk-', 'mob-'], `(?:api|sdk|mob)-${UUID}`],
  ['PlanetScale', ['pscale_'], 'pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.=-]{30,}'],
  ['Prefect', ['pnu_', 'pnb_'], 'pn[ub]_[A-Za-z0-9]{36}'],
  ['ReadMe', ['rdme_'], 'rdme_[a-z0-9]{70}'],
  ['Scalingo', ['tk-us-'], 'tk-us-[A-Za-z0-9_-]{40,}'],
  ['Shippo', ['shippo_'], 'shippo_(?:live|test)_[0-9a-f]{40}'],
  ['SettleMint', ['sm_'], 'sm_(?:aat|pat|sat)_[A-Za-z0-9]{16}'],
  ['Sonar', ['sqa_', 'sqp_', 'squ_'], 'sq[apu]_[0-9a-f]{40}'],
  ['Sourcegraph', ['sgp_', 'slk_'], '(?:sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}|slk_[0-9a-f]{64})'],
  ['Typeform', ['tfp_'], 'tfp_[A-Za-z0-9_.=-]{40,}'],
  ['Alibaba', ['LTAI'], 'LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9])'],
  ['Tencent', ['AKID'], 'AKID[A-Za-z0-9]{28,36}(?![A-Za-z0-9])'],
  [
    'Yandex',
    ['y0_', 'y1_', 'y2_', 'y3_', 'AQVN', 't1.'],
    String.raw`(?:y[0-3]_[A-Za-z0-9_-]{50,}|AQVN[A-Za-z0-9_-]{35,38}|t1\.[A-Za-z0-9_-]{20,300}={0,2}\.[A-Za-z0-9_-]{86})`,
  ],
  ['Scaleway', ['SCW'], 'SCW[A-Z0-9]{17}(?![A-Za-z0-9])'],
  ['Aiven', ['AVNS_'], 'AVNS_[A-Za-z0-9_-]{16,}'],
  ['Adobe', ['p8e-'], 'p8e-[A-Za-z0-9]{32}'],
  ['Duffel', ['duffel_'], 'duffel_(?:test|live)_[A-Za-z0-9_=-]{40,}'],
  ['Infracost', ['ico-'], 'ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])'],
  ['OpenShift', ['sha256~'], 'sha256~[A-Za-z0-9_-]{43}'],
  ['Rootly', ['rootly_'], 'rootly_[0-9a-f]{64}'],
  ['Buildkite', ['bkua_', 'bkct_', 'bkat_', 'bkaj_', 'bkpt_'], 'bk[a-z]{2}_[A-Za-z0-9]{40}'],
  ['CircleCI', ['CCIP'], 'CCIP(?:AT|RJ)_[A-Za-z0-9]{16,}_[0-9a-f]{40}'],
  ['Deno', ['ddp_', 'ddo_', 'ddw_'], 'dd[pow]_[A-Za-z0-9]{36}'],
  ['Neon', ['napi_'], 'napi_[a-z0-9]{40,}'],
  ['Render', ['rnd_'], 'rnd_[A-Za-z0-9]{28,}'],
  ['Axiom', ['xaat-', 'xapt-'], `xa[ap]t-${UUID}`],
  ['Honeycomb', ['hca', 'hcx'], 'hc[a-z]{2}[ik]_[a-z0-9]{26,}'],
  ['Inngest', ['signkey-'], 'signkey-[a-z]{3,10}-[0-9a-f]{32,}'],
  ['Polar', ['polar_'], 'polar_[a-z]{2,4}_[A-Za-z0-9]{30,}'],
  ['Paddle', ['pdl_'], 'pdl_(?:live|sdbx)_[a-z]{3,10}_[A-Za-z0-9_]{30,}'],
  ['Trigger.dev', ['tr_'], 'tr_(?:dev|prod|stg|pat)_[A-Za-z0-9]{20,}'],
  ['Liveblocks', ['sk_prod_', 'sk_dev_'], 'sk_(?:prod|dev)_[A-Za-z0-9_-]{30,}'],
  ['GitBook', ['gb_api_'], 'gb_api_[A-Za-z0-9]{30,}'],
  ['Octopus', ['API-'], 'API-[A-Z0-9]{25,36}(?![A-Za-z0-9])'],
  ['Lichess', ['lip_'], 'lip_[A-Za-z0-9]{20}(?![A-Za-z0-9])'],
  ['MaxMind', ['_mmk'], '[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk'],
  ['Defined Networking', ['dnkey-'], 'dnkey-[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}'],
  ['WakaTime', ['waka_'], `waka_${UUID}`],
  ['Plaid', ['access-'], `access-(?:sandbox|development|production)-${UUID}`],
  ['Zuplo', ['zpka_'], 'zpka_[0-9a-z_]{32,}'],
  ['Unkey', ['unkey_'], 'unkey_[A-Za-z0-9_]{20,}'],
  ['Razorpay', ['rzp_'], 'rzp_(?:live|test)_[A-Za-z0-9]{14,}'],
  ['PayPal', ['A21AA'], 'A21AA[A-Za-z0-9_-]{60,}'],
  ['Braintree', ['access_token$'], String.raw`access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}`],
  [
    'Asana',
    DIGITS.flatMap((digit) => [`1/${digit}`, `2/${digit}`]),
    String.raw`(?:1|2)/\d{13,20}(?:/\d{13,20})?:[0-9a-f]{32}`,
  ],
  ['Amazon MWS', ['amzn.mws.'], String.raw`amzn\.mws\.${UUID}`],
  ['Amazon Bedrock', ['ABSK'], 'ABSK[A-Za-z0-9+/]{80,}={0,2}'],
  ['Azure AD', DIGITS.map((digit) => `${digit}q~`), String.raw`[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,}`],
  ['Azure DevOps', ['AZDO'], '[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}'],
  ['Azure AI', ['JQQJ99'], '[A-Za-z0-9]{40,60}JQQJ99[A-Za-z0-9]{16,}'],
  ['Firebase', ['AAAA'], 'AAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{100,}'],
  ['Mapbox', ['sk.eyJ'], String.raw`sk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{16,}`],
]

/** For people: whose tokens are known. */
export const VENDORS: string[] = [...new Set(OURS.map(([vendor]) => vendor))]

interface Token {
  marks: WordMark[]
  pattern: RegExp
}

/** The mark is where the token begins, and counts only there. */
function token(marks: string[], { shape, flags }: { shape: string; flags: string }): Token {
  const here = new RegExp(shape, `y${flags}`)
  const isAt = (text: string, at: number) => {
    here.lastIndex = at
    return here.test(text)
  }
  return {
    marks: marks.map((mark) => ({ mark: mark.toLowerCase(), isAt })),
    pattern: new RegExp(WORD_START + shape, `g${flags}`),
  }
}

/** A mark that stands inside its token is looked for in the whole text. */
const isInside = ([, marks, shape]: (typeof OURS)[number]) =>
  !marks.every((mark) => /^\w/.test(mark)) || /^(?:\(\?:)?\[/.test(shape)

const AT_START: Token[] = [
  ...OURS.filter((one) => !isInside(one)).map(([, marks, shape]) => token(marks, { shape, flags: '' })),
  ...listed.patterns.map(({ pattern, keywords }) => token(keywords, { shape: pattern, flags: 'u' })),
]
const INSIDE: Token[] = OURS.filter(isInside).map(([, marks, shape]) => ({
  marks: marks.map((mark) => ({ mark: mark.toLowerCase(), anywhere: true })),
  pattern: new RegExp(WORD_START + shape, 'g'),
}))

const tokensIn = makeRuleFinder([...AT_START, ...INSIDE])

/** For the one search that finds the marks of all rules. */
export const VENDOR_MARKS: WordMark[] = [...AT_START, ...INSIDE].flatMap(({ marks }) => marks)

/** Every pattern in use, for the test that times them. */
export const VENDOR_PATTERNS: { marks: string[]; pattern: RegExp }[] = [...AT_START, ...INSIDE].map(
  ({ marks, pattern }) => ({ marks: marks.map(({ mark }) => mark), pattern }),
)

const MARK = '[redacted:vendor-token]'

/** `present`: the marks that stand in the text. */
export function redactVendorTokens(text: string, present: ReadonlySet<WordMark>): string {
  let out = text
  for (const { pattern } of tokensIn(present)) out = out.replace(pattern, MARK)
  return redactUnlisted(out)
}

/** Makers nobody listed write their tokens like the others do: short words, then a long random run. */
const UNLISTED =
  /(?:(?<![A-Za-z0-9_\\-])|(?<=\\[nrt]))((?:[a-z]{2,10}[_-]){1,3})([A-Za-z0-9]{30,200})(?![A-Za-z0-9_-])/g

function redactUnlisted(text: string): string {
  // Runs this long are rare, and the test for one is cheaper than the pattern.
  if (!/[_-][A-Za-z0-9]{30}/.test(text)) return text
  return text.replace(UNLISTED, (found: string, _words: string, body: string) => (isRandomBody(body) ? MARK : found))
}

/** Small and capital letters and digits all mixed: no hash in hexadecimal, no name in camel case. */
function isRandomBody(body: string): boolean {
  if (!/[a-z]/.test(body) || !/[A-Z]/.test(body)) return false
  const groups = body.match(/\d+/g)?.length ?? 0
  return groups >= 2 && (groups >= body.length / 10 || isRandomLetters(body.replace(/\d/g, '').slice(0, 40)))
}
