/**
 * Words by which people and agents mark what a sentence does. They only add to what position and structure already
 * show: a language missing here loses a little, nothing depends on it.
 */
import { announcesStep } from '../../memory/announced-step.ts'

/** Why something happened. */
const CAUSE =
  /\b(?:because|since the|due to|caused? by|root cause|the (?:real |actual |underlying )?(?:issue|problem|bug|cause|reason|culprit) (?:is|was)|turns? out|, so (?:the|that|it|we|they|this|no|all|\w+s)\b|that's why|which (?:is|was) why|leads? to|led to|as a result|so that|otherwise|hence|race condition|never (?:gets?|got|was|were|reaches|runs?|fires?))\b|\b(?:porque|debido a|la causa|el problema (?:es|era)|por eso|ya que)\b|(?:потому что|из-за|причина|поскольку|проблема (?:в|была))|(?:原因|なぜなら|ため(?:、|に)|のせいで|によるもの)|(?:因为|由于|导致|根本原因|原因是|所以)/iu

/** What was chosen, and over what. */
const DECISION =
  /\b(?:instead of|rather than|decided|decision|chose|chosen|choose|opted|going with|go with|let's (?:use|go|keep|do|make)|we(?:'ll| will| should) (?:use|keep|go)|trade-?off|prefer(?:red|s|able)?|not worth|deliberately|on purpose|intentional(?:ly)?|by design|keep(?:s|ing)? .{3,40} (?:simple|as is)|no need (?:to|for)|don't need|out of scope|recommend(?:ed|ation)?)\b|\b(?:en lugar de|en vez de|decid(?:imos|í|ido)|preferimos|usaremos)\b|(?:вместо|решили|решено|будем использовать|лучше)|(?:代わりに|ではなく|ことにし|採用|決定)|(?:而不是|决定|采用|选择|改用)/iu

/** What still has to happen. */
const OPEN =
  /\b(?:next steps?|to-?do|remain(?:s|ing|der)?|still (?:need|needs|to|open|missing|has|have|fail|unclear|pending)|not yet|left (?:to do|open|alone|for)|follow-?ups?|pending|untested|not (?:pushed|committed|merged|deployed|tested|verified|implemented|done|run)|un(?:pushed|committed|merged)|needs? to be|you(?:'ll| will)? (?:need|have) to|before (?:the )?(?:release|merge|launch)|future work|known (?:issue|limitation)s?|outstanding|blocked|manual(?:ly)? (?:test|step|verif)\w*|requires? (?:a )?(?:restart|reboot|manual))\b|\b(?:pendiente|falta(?:n)?|por hacer|próximos pasos|queda(?:n)? por|todavía no|aún no)\b|(?:осталось|ещё не|пока не|следующи[ей] шаг|нужно будет|не закоммичен|доделать)|(?:残り|未(?:実装|対応|完了|コミット|テスト)|次のステップ|まだ|今後|必要があります)|(?:剩余|待办|下一步|尚未|还没|未(?:完成|提交|测试|实现)|后续|还需要)/iu

/** How it went, which any turn could say. */
const STATUS =
  /^(?:(?:✅|✓|☑|🎉)\s*)?(?:all (?:of the )?(?:\d+ )?(?:tests?|checks?|done|set|good|passing|green|clean|changes|details|tasks|steps)|(?:the )?tests? (?:all )?pass|tests? (?:are )?(?:green|passing)|all pass|\S+(?: \S+){0,3} compile[sd]|build (?:succeed|pass|is)|done\b|success(?:ful(?:ly)?)?\b|everything (?:works|passes|is)|perfect|great|excellent|looks good|lint (?:is )?clean|no (?:errors|issues|lint)|committed|pushed|ready|complete[d]?\b|готово|完了|完成)/iu

/** Not sure, or only possible. */
const HEDGE =
  /\b(?:might|maybe|perhaps|probably|possibly|seems?|appears? to|i think|i believe|likely|could be|may be|not sure|unclear|suspect|presumably|let me know|would you like|do you want|should i|shall i|want me to|feel free|if you(?:'d| would) like)\b|\b(?:quizás|tal vez|parece|creo que|¿quieres)\b|(?:возможно|наверное|кажется|похоже|хотите)|(?:かもしれ|と思います|でしょうか|ようです)|(?:可能|也许|似乎|大概|是否需要|要不要)/iu

/** Taken back: what was said or done before is no longer true. */
const TAKEN_BACK =
  /\b(?:you(?:'re| are) (?:absolutely |completely |totally |quite )?right|my (?:mistake|bad|apologies)|i (?:was|made) (?:a )?(?:wrong|mistaken|mistake)|i (?:misread|misunderstood|misspoke|got (?:it|that) wrong)|sorry|apologi[sz]e|good (?:catch|point)|actually,? (?:no|that|i|the|this|it)|wait[,—-]|correction|on second thou?ght|revert(?:ed|ing|s)?|rolled? back|undo(?:ne|ing)?|undid|scrap(?:ped)? that|that(?:'s| was| is) (?:wrong|incorrect|not (?:right|correct|true)))\b|\b(?:tienes razón|me equivoqué|perdón|lo siento|revertí|revertir)\b|(?:вы правы|ты прав|моя ошибка|извините|ошибся|откат(?:ил|ываю)?)|(?:おっしゃる通り|申し訳|間違(?:い|え)|元に戻|取り消)|(?:你说得对|您说得对|抱歉|我错了|撤销|回滚|恢复原)/iu

/** A rule somebody sets for all further work. */
const RULE =
  /\b(?:always|never|from now on|in (?:the )?future|going forward|every time|whenever|by default|make sure(?: to| that| you)?|be sure to|remember (?:to|that|this)|keep in mind|don'?t (?:ever )?(?:use|add|do|create|commit|push|touch|change|write|include|put|ask|assume|worry|want|need|make|over|run|mock|skip|mention|hard|just|bother)\w*|do not|please (?:don'?t|do not|avoid|use|keep|always|never|make sure)|i (?:(?:really|strongly|would|'d|generally|usually) )*(?:prefer|like|want|hate|dislike|don'?t (?:like|want)|expect)|i'd (?:rather|like|prefer)|we (?:always|never|use|prefer|don'?t|want|should(?:n'?t)?|need to)|should(?:n'?t)? (?:always|never|be|not|use|have|only)|must(?:n'?t)?(?: not)?|avoid|instead of|rather than|no need|only use|stick (?:to|with)|convention|the rule is|as a rule|rule:|important:|note:)\b|\b(?:siempre|nunca|jamás|a partir de ahora|prefiero|no (?:uses|hagas|quiero|toques|añadas)|recuerda|usa siempre|evita|debe(?:s|mos)?|hay que)\b|(?:всегда|никогда|впредь|предпочитаю|не (?:надо|нужно|используй|делай|трогай)|запомни|должен|должны|пожалуйста,? не)|(?:必ず|常に|今後|絶対に|してください|しないで|使わないで|禁止|べき|覚えて|ルール)|(?:总是|永远|以后|今后|不要|别(?:用|再|加)?|必须|务必|记住|应该|优先|请使用|请不要|规则|習慣|偏好)/iu

export interface Cues {
  cause: boolean
  decision: boolean
  open: boolean
  announces: boolean
  status: boolean
  hedge: boolean
  takenBack: boolean
  rule: boolean
}

export function cuesIn(sentence: string): Cues {
  return {
    cause: CAUSE.test(sentence),
    decision: DECISION.test(sentence),
    open: OPEN.test(sentence),
    announces: announcesStep(sentence),
    status: STATUS.test(sentence),
    hedge: HEDGE.test(sentence),
    takenBack: TAKEN_BACK.test(sentence),
    rule: RULE.test(sentence),
  }
}
