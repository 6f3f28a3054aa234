/** Sentences by which an agent announces its next step ("Let me look at …"): they say nothing lasting. */

export function announcesStep(sentence: string): boolean {
  return ANNOUNCES.test(sentence)
}

const ANNOUNCES =
  /^(?:ok(?:ay)?[,.!]? |alright[,.]? |great[,.!]? |good[,.!]? |perfect[,.!]? |now[,]? |next[,]? |first[,]? |then[,]? |so[,]? |and )*(?:let me|let's (?:see|check|look|start|run|verify|try|continue|now|first|also)|i'?ll|i will|i'?m (?:going|now|about)|i need to|i should|i want to|i can (?:see|help)|now (?:i|let|to|the|update|add|fix|run|check|create|i'll)|next,? (?:i|let)|time to|going to|checking|looking|running|reading|starting|here(?:'s| is| are) (?:the|a|my|what)|voy a|ahora (?:voy|vamos)|déjame|vamos a|сейчас|теперь (?:я|нужно|надо|давайте)|давайте|проверю)(?!\p{L})|^(?:посмотр|まず|では、|次に|これから|確認します|让我|现在(?:让|我|来)|接下来|我来|首先)/iu
