/**
 * Does a text read like an order to an agent rather than a report? Collected from published prompt injections; each row
 * is one technique. Matched on the text as written and as the eye reads it (look-alikes, hidden characters). A false
 * alarm costs only a label, so doubtful phrases are included. Every pattern is bounded: texts can be long and hostile.
 */
import { skeleton } from './look-alikes.ts'

// An observation has at most about 6,000 characters; events are judged by their source.
const MAX_TEXT = 20_000

export function isAgentInstruction(text: string): boolean {
  const raw = text.slice(0, MAX_TEXT)
  if (SMUGGLED.test(raw)) return true
  return [raw.toLowerCase(), skeleton(raw)].some((seen) => {
    const line = seen.replace(/\s+/g, ' ')
    return INSTRUCTIONS.some((pattern) => pattern.test(line)) || SPEAKER.test(seen)
  })
}

/** Tag characters and direction overrides: visible to machines, not to people. */
const SMUGGLED = /[\u{E0000}-\u{E007F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u
const SPEAKER =
  /^[\s>*_#-]{0,8}(?:system|assistant|human|developer)(?: (?:prompt|message|override|notice|note))?[*_]{0,2}\s{0,3}:/m
const AGENT = '(?:ai|llm|assistants?|agents?|claude|gpt|chatgpt|copilot|gemini|cursor|language models?|chatbots?|bots?)'

const INSTRUCTIONS: RegExp[] = [
  // Revoking the rules
  /\b(?:ignore|disregard|forget|override|bypass|discard|drop)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|your|system|original|initial|foregoing)\b.{0,40}\b(?:instructions?|prompts?|rules?|guidelines?|context|messages?|directions?|constraints?|training|polic(?:y|ies))\b/,
  /\b(?:ignore|disregard|forget) (?:all|any|every(?:thing)?)\b.{0,30}\b(?:instructions?|prompts?|guidelines?|you (?:were|have been)|told|said|before|above)\b/,
  /\b(?:new|updated|real|actual|revised|additional|hidden|secret) (?:system )?(?:instructions?|prompt|directives?|orders?)\s?(?::|are|is|follow|below|from)/,
  /\byour (?:new |real |actual |only |primary |true )(?:task|goal|job|mission|objective|purpose|instructions?|role)\b/,
  // Other languages: models obey more than English
  /\bignor(?:a|e|en|ad|ar)\b.{0,20}\binstrucciones\b|\bignor(?:iere|ieren|ier)\b.{0,40}\b(?:anweisung|instruktion|vorgabe)|\bignore[rz]?\b.{0,20}\binstructions\b|\bignor(?:a|ate|i)\b.{0,20}\bistruzioni\b|\bignor(?:e|ar|a)\b.{0,30}\binstru[cç][oõ~]{1,2}es\b/,
  /忽略.{0,10}(?:指令|指示|说明|提示|命令)|无视.{0,10}(?:指令|指示)|(?:指示|命令|プロンプト).{0,4}無視|이전.{0,8}(?:지시|명령).{0,6}무시|игнорир.{0,40}(?:инструкц|указани)/,
  // Orders
  /\byou (?:must|shall|have to|need to|are (?:required|instructed|ordered|obliged|expected) to|should (?:now|always|immediately|never|run|execute)|will now|are now|are no longer|are going to (?:act|run|execute))\b/,
  /\bfrom (?:now|here|this point) on(?:wards?)?\b|\bhenceforth\b|\bin (?:all |any |every )?future (?:sessions?|conversations?|responses?|replies|tasks?)\b/,
  /(?:^|[.!?:;"'`>(-] ?)(?:please |now |then |first |next |immediately |always |also )*(?:run|execute|invoke|call|install|delete|open|visit|fetch|download|paste|type|eval(?:uate)?)\b.{0,30}\b(?:the following|this|these|below|command|script|tool|url|link)\b/,
  /\b(?:respond|reply|answer|output|print|say) (?:only |exactly |with |nothing but |just )+\b|\b(?:respond|reply) (?:in|as) (?:json|if)\b/,
  /\b(?:when(?:ever)?|if|every time|each time|next time|once|before|after)\b.{0,60}\b(?:you|claude|the (?:agent|assistant|ai|model))\b.{0,60}\b(?:run|execute|send|add|insert|include|always|instead|say|reply|respond|call|must|should|append|commit|push|approve)\b/,
  // Addressed to an agent
  new RegExp(
    `\\b(?:dear|hey|hello|hi|attention|note|notice|message|instructions?|important|reminder|memo|warning)\\b[\\s,:!-]{1,3}(?:(?:to|for|all|any|the|every|other|coding|this) ){0,4}${AGENT}\\b`,
  ),
  new RegExp(
    `\\b${AGENT}\\b.{0,40}\\b(?:must|shall|should (?:always|never|now|run|use)|have to|are (?:required|allowed|permitted) to)\\b`,
  ),
  new RegExp(`\\bif you(?:'re| are) (?:an? |the )?(?:\\w+ )?${AGENT}\\b|\\bas an? (?:ai|llm|language model)\\b`),
  // Becoming someone else
  /\bpretend (?:to be|you|that you)\b|\bact as (?:an? |the )?(?:\w+ )?(?:ai|assistant|admin|root|dan|expert|hacker|terminal|shell|if you)\b|\byou are (?:a|an|the|dan|in) /,
  /\b(?:jailbreak|jailbroken|dan mode|developer mode|god mode|sudo mode|debug mode enabled|unrestricted mode|no (?:safety )?restrictions|without (?:any )?(?:safety |ethical )?restrictions|do anything now)\b/,
  // Hiding it from the user, or speaking for the user
  /\b(?:do not|don't|dont|never|without|avoid)\b.{0,20}\b(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|show(?:ing)?|alert(?:ing)?|notify(?:ing)?|ask(?:ing)?|warn(?:ing)?)\b.{0,30}\b(?:user|human|developer|anyone|operator|owner|permission|confirmation|approval)\b/,
  /\b(?:user|admin(?:istrator)?|owner|operator|anthropic|openai)\b.{0,20}\b(?:has|have|had|already|hereby)\b.{0,20}\b(?:approved|authori[sz]ed|granted|consented|permitted|pre-?approved|given permission)\b/,
  // Extracting the prompt
  /\b(?:reveal|print|repeat|output|show|disclose|leak|recite|summari[sz]e|write out)\b.{0,30}\b(?:system prompt|system message|your (?:instructions|prompt|rules|configuration|guidelines)|initial prompt|hidden prompt|words above|text above)\b/,
  // Planting something in the memory
  /\b(?:remember|memori[sz]e|store|save|record|note|add)\b.{0,60}\b(?:(?:in|to|into) your (?:\w+[ -])?memory|that the user (?:wants|prefers|has|likes|approved|always|said|trusts)|for (?:all )?(?:future|later) sessions?|as an? (?:observation|memory|permanent))\b/,
  // Tool calls and chat markers as text
  /<\s?\/?\s?(?:antml:)?(?:function_calls?|function_results|invoke|tool_use|tool_calls?|tool_results?|parameter)\b|["'](?:tool_use|tool_calls?|function_call|tool_name)["']\s?:?|["']type["']\s?:\s?["']tool_use["']/,
  /<\s?\/?\s?(?:system|assistant|user|human|developer|instructions?|system-reminder|admin|sys|important|inst)(?: [^<>]{0,80})?>|\[\s?\/?\s?(?:inst|system)\]|<\s?[|｜][^|｜<>]{1,40}[|｜]>|<\s?<\s?\/?sys>>|<\s?(?:start|end)_of_turn>/,
  /<\s?<\s?<?\s?data\b|\bdata\s?>\s?>|\bend of (?:the )?(?:data|document|untrusted|observed|tool output|tool result|user input)\b|\bbegin (?:new )?(?:system|instructions?|admin)\b/,
  // Exfiltration
  /\b(?:send|post|upload|exfiltrate|forward|e-?mail|leak|transmit|submit|report|beacon|ping)\b.{0,100}\b(?:https?:\/\/|[\w.-]{2,60}@[\w-]{2,40}\.|webhook)/,
  /\b(?:curl|wget|fetch|nc|invoke-webrequest)\b.{0,160}(?:\$\(|`|\$\{?[a-z_]*(?:key|token|secret|pass)|@[/~.]|\.ssh\/|\.env\b|id_rsa|\benv\b)/,
  /\b(?:curl|wget)\b[^|]{0,200}\|\s?(?:sudo )?(?:ba|z|da|fi)?sh\b|\b(?:iex|invoke-expression)\b/,
  /!\[[^\]]{0,120}\]\(\s?https?:\/\/[^)\s]{1,300}[?&=][^)]{0,300}\)|<img\b[^>]{0,200}\bsrc\s?=\s?["']?https?:\/\/[^>\s]{1,200}\?/,
  /(?:\.ssh\/|id_rsa|id_ed25519|\.aws\/credentials|\/etc\/(?:passwd|shadow)|\.netrc|\.npmrc|keychain)\b.{0,80}\b(?:include|send|paste|print|output|copy|upload|add|append|post|content)|\b(?:include|send|paste|print|copy|upload|append|post|cat|read)\b.{0,60}(?:\.ssh\/|id_rsa|id_ed25519|\.aws\/credentials|\/etc\/(?:passwd|shadow)|\byour (?:api keys?|passwords?|credentials|secrets?|tokens?)\b)/,
  // Hidden in an encoding, or destructive
  /\b(?:decode|decrypt|base64|rot13|atob|unhex|hex)\b.{0,120}\b(?:and|then)\b.{0,20}\b(?:run|execute|follow|obey|eval|do|perform)\b|\bbase64 (?:-d|-di|--decode)\b[^|]{0,80}\|\s?(?:ba|z)?sh\b/,
  /\brm -[a-z]{1,4} (?:--\S+ )?(?:\/|~|\$home|\*)|\bgit push (?:-f|--force)\b.{0,40}\b(?:now|main|master)\b|\bchmod (?:-r )?777 \/|\bdisable (?:all )?(?:tests?|security|safety|permissions?|sandbox|hooks?|checks?)\b|--dangerously-skip-permissions/,
  /\b(?:urgent|critical|mandatory|priority|security (?:alert|notice|update|policy)|important)\s?[:!-].{0,100}\b(?:you|assistant|agent|claude|immediately|must|comply|obey)\b/,
]
