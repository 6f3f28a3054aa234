/**
 * Sentences of an assistant or a user, and what each does: announces a plan, guesses, states a cause, a decision or a lasting
 * fact, or reports something done. Plain word lists: each was grown by reading real sessions, and errs towards "says nothing".
 */
// 8,000 characters of one message: longer ones are reports whose substance is at the start
const MAX_TEXT = 8000
const MAX_SENTENCE = 420

export function splitSentences(text: string): string[] {
  const prose = text
    .slice(0, MAX_TEXT)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/<(system-reminder|task-notification|command-\w+|local-command-\w+)>[\s\S]*?(?:<\/\1>|$)/g, '\n')
  const sentences: string[] = []
  for (const block of prose.split(/\n+/)) {
    const line = block
      .trim()
      .replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, '')
      .replace(/^#{1,6}\s+/, '')
    if (line === '' || /^\||^[-=*_]{3,}$/.test(line)) continue
    sentences.push(...line.split(SENTENCE_END).map((sentence) => sentence.trim()))
  }
  return sentences.filter((sentence) => sentence.length >= 8 && sentence.length <= MAX_SENTENCE)
}

/** Markdown out, one line, no closing punctuation. */
export function plain(sentence: string): string {
  return sentence
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(^|[\s(])\*\*(?=\S)([^*\n]+?)\*\*(?=$|[\s.,:;!?)])/g, '$1$2')
    .replace(/`/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.:;,!]+$/, '')
}

/** Identifiers a sentence names: code in backticks, snake_case, camelCase, dotted names, calls, file names. */
export function identifiersIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const match of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
    const word = match[0]
    if (word.length >= 2) found.add(word)
  }
  return found
}

export function isConcrete(sentence: string): boolean {
  return /`[^`]{2,}`|\b\w+\.(?:\w{1,5})\b(?<!\.\s)|\b[a-z]+_\w+|\b_\w+|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\w+\(\)|\b\d+(?:\.\d+)?\s?(?:ms|s|seconds|minutes|hours|days|KB|MB|GB|%|req|requests|items|chars|characters|bytes|tokens|rows|lines|px)\b|\b[A-Z]{2,}[a-z]?\w*\b/.test(
    sentence,
  )
}

export function isPlan(sentence: string): boolean {
  return PLAN.test(sentence)
}

export function isHedged(sentence: string): boolean {
  return HEDGE.test(sentence) || sentence.endsWith('?')
}

/** About the tools and the agent itself, not about the system it works on. */
export function isAboutTheWork(sentence: string): boolean {
  return MECHANICS.test(sentence)
}

export function statesCause(sentence: string): boolean {
  return CAUSE.test(sentence)
}

export function statesDecision(sentence: string): boolean {
  return DECISION.test(sentence)
}

/** Names the choice and gives its reason. */
export function isStrongDecision(sentence: string): boolean {
  return (
    /\b(?:chose|decided|going with|went with|opted|in favou?r of)\b/i.test(sentence) &&
    /\b(?:because|since|so that|to avoid|over|instead of|rather than)\b/i.test(sentence)
  )
}

export function statesFact(sentence: string): boolean {
  return FACT.test(sentence)
}

export function reportsDone(sentence: string): boolean {
  return DONE.test(sentence)
}

/** The text says that what was believed before is not so. */
export function contradicts(sentence: string): boolean {
  return CONTRADICTION.test(sentence)
}

export function saysFix(text: string): boolean {
  return /\b(fix|fixes|fixed (?:the|a|an)|fixing|bug|bugs|broken|breaks?|crash\w*|regression|wrong|incorrect\w*|fails?|failing|failure|error|errors|exception|traceback|doesn'?t work|not working|issue with|raises|does(?: not|n't)|do(?: not|n't) (?:think|work)|should not|unexpected\w*|inconsisten\w*|ignored|missing|misses|cannot|can't|strange|issue|\w*Error)\b/i.test(
    text,
  )
}

const SENTENCE_END = /(?<=[.!?])(?<!\b(?:e\.g|i\.e|vs|etc|cf|approx|No|Mr|Dr)\.)\s+(?=["'`(*_A-Z\d])/

const PLAN = new RegExp(
  [
    "^(?:now,? |next,? |so,? |then,? |ok(?:ay)?,? |first,? |great[,!.]? |good[,!.]? )*(?:let(?:'|’)?s|let me|lemme)\\b",
    "\\b(?:let(?:'|’)s|let me|i(?:'|’)ll|we(?:'|’)ll|i will|we will|i(?:'|’)m going to|i am going to|we(?:'|’)re going to|i need to|we need to|need to|we(?:'|’)ll need|i should|we should|i want to|i(?:'|’)d like to|we can|i can|we could|we must|i must|we have to|i have to|i plan|the plan|next step|the next|going to|to do this|it would be|would involve|would need|we would|i would|before (?:proceeding|submitting|considering|making)|should be able|crucial to|important to)\\b",
    '^(?:next|now|first|finally|then|to (?:start|begin|verify|confirm|address|fix|resolve|implement|accomplish|find|proceed|do|test|reproduce|replicate|check|ensure|make|see|investigate|understand|better|add|achieve|correct|fully|test|locate|solve|handle|support))\\b.*(?:,|$)',
    '^(?:ensure|preserve|identify|review|consider|verify|check|run|add|update|implement|test|make sure|document|avoid|use|note) \\w',
    '^(?:reading|checking|looking|searching|running|opening|creating|adding|updating|fixing|calling|trying|verifying|testing|editing|starting|continuing|exploring|viewing|implementing|writing|navigating)\\b',
  ].join('|'),
  'i',
)
const HEDGE =
  /\b(might|may|maybe|perhaps|probably|possibly|likely|seems?|seemingly|appears?|apparently|could be|could have|would be|should (?:now |also |then |be |fix|address|resolve|work|allow|help|ensure|handle|contain|return|give|produce|include|demonstrate|trigger|lead|result|cause|not)|suspect|guess|not sure|unclear|unsure|i think|i believe|i assume|assuming|presumably|looks like|suggests?|hypothetical|potential(?:ly)?|ideally|typically|in theory|hopefully|if we|whether|it(?:'|’)s possible|is possible that)\b/i
const MECHANICS =
  /\b(edit command|proposed edit|my (?:edit|previous)|the edits?\b|edits? (?:was|were|has|have)|line numbers?|indentation|indented|search (?:results?|command|returned)|scroll\w*|opened|open the file|this file is|the file is|current(?:ly)? (?:view|open|file|section)|viewing|interface|this environment|our environment|current environment|placeholder|submit\w*|the (?:script|output|command|traceback|reproduc\w+|replicat\w+)|reproduc\w+|replicat\w+|bug_\w+\.py|script has|successfully (?:run|ran|applied|created|added|updated|removed|replicated|reproduced)|the changes? (?:have|has|are|is|was|were)|the (?:file|method|function|code) has been|the issue (?:mentions|description|suggests|states|requires|provides|describes|involves|at hand|text)|issue description|as described|i (?:see|understand|have|found|made)|you(?:'re| are| can| want)?|duplicate|syntax error|we(?:'ve|'re| have| are|'d| see| found| know)|here(?:'s| is)|user|direct search|did(?: not|n't) yield|search for|problem mentions|inadvertent\w*|incorrect edit|oversight|forgot|edit attempted|this is where|aims to|redundan\w+|follow[- ]up|has been created|correct content|not visible|first \d+ lines|(?:is|are) not provided|error message indicates|crucial for|issue described|definition shows|worth (?:noting|investigating))\b|^(?:we|if)\b/i
const CAUSE =
  /\b(because|root cause|caused by|causes|due to|(?:problem|issue|bug|error|cause|culprit|reason|failure|crash|regression) (?:is|was|lies|occurs|comes|came|stems|arises|happens|originates)|turns? out|turned out|stems from|results? from|resulting from|which is why|that(?:'s| is) why|culprit)\b/i
const DECISION =
  /\b(chose|chosen|choosing|decided|decision|going with|went with|opted|prefer(?:red|ring)? \S+ over|instead of|rather than|trade-?off|in favou?r of|we keep|deliberately|on purpose|agreed)\b/i
const FACT =
  /\b((?:is|are) (?:defined|implemented|located|stored|handled|managed|generated|registered|computed|cached|called|set|declared|used|limited|responsible|required|determined|parsed|loaded|written|kept)\b.{0,60}\b(?:in|by|at|to|from|with|within|inside|under|for|when|as|through|via)\b|lives? in|limit(?:s|ed)?\b|at most|at least|maximum|minimum|only (?:works?|runs?|supports?|accepts?|handles?|when|if|for)|always|never|must\b|requires?|expects?|defaults? to|by default|raises?|throws?|returns?|does not|doesn't|do not|don't|cannot|can't|ignores?|overrides?|inherits?|depends on|relies on|uses|converts?|wraps|delegates|assumes|supports?|is not|isn't|are not|aren't|there (?:is|are) no|gotcha|beware|note that|important(?:ly)?:)\b/i
const DONE =
  /\b(now (?:\w+s|\w+ed|uses?|returns?|handles?|includes?|checks?|raises?|accepts?|supports?|be|is|are|has|have|correctly|only|also)|(?:has|have) been \w+ed\b|(?:was|were) (?:added|removed|changed|replaced|renamed|moved|fixed|updated|modified)|(?:is|are) (?:fixed|resolved|done|gone|removed|in place)|no longer|(?:added|removed|replaced|renamed|moved|extracted|introduced|implemented|fixed|changed|rewrote|refactored|switched)\b)/i
const CONTRADICTION =
  /\b(did(?: not|n't) (?:resolve|fix|work|help|address|change|solve)|does(?: not|n't) (?:resolve|fix|work|help|address|solve)|was(?: not|n't) the|is(?: not|n't) the (?:problem|cause|issue|reason|case)|not the (?:problem|cause|issue|reason)|wrong about|i was wrong|my mistake|on second thought|contrary to|that(?:'s| is| was) (?:not|wrong|incorrect)|mistaken|misunderst\w+|still (?:fails?|failing|occurs|broken))\b/i
