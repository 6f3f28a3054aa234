/** Words that say nothing about what is searched. About 200 English and 100 Spanish ones, without accents. */
const ENGLISH = `
a about above after again against all almost along already also although always am among an and another any anybody
anyone anything are aren around as at away be became because become been before being below between both but by came
can cannot could couldn did didn do does doesn doing don done down during each either else enough even ever every
everyone everything few for from further get gets getting give given go goes going gone got had hadn has hasn have
haven having he her here hers herself him himself his how however i if in instead into is isn it its itself just
kind let like ll many may maybe me might mine more most much must my myself near nearly need neither never no nobody
none nor not nothing now of off often on once one only onto or other others our ours ourselves out over own perhaps
please put quite rather re really said same say says see seem seems seen shall she should shouldn since so some
somebody someone something sometimes still such sure take taken tell than that the their theirs them themselves then
there these they thing things this those though through thus to together too toward under unless until up upon us
used uses using usually ve very via was wasn way we well went were weren what whatever when where whether which while
who whole whom whose why will with within without won would wouldn yes yet you your yours yourself yourselves`

const SPANISH = `
al algo alguien algun alguna algunas alguno algunos ambos ante antes aquel aquella aquellas aquello aquellos aqui asi
aun aunque bajo bien cada casi como con contra cual cuales cuando cuanta cuantas cuanto cuantos cuya cuyo de del desde
despues dime donde dos e el ella ellas ello ellos en entonces entre era eran eres es esa esas ese eso esos esta estaba
estado estamos estan estar estas este esto estos estoy fue fueron ha habia hace hacia han has hasta hay he la las le
les lo los luego mas me mi mientras mis misma mismo mucha muchas mucho muchos muy nada ni no nos nosotros nuestra
nuestro o os otra otras otro otros para pero poco por porque pues que quien quienes recuerdame cuentame sugiere se sea
segun ser si sido siempre sin sino sobre solo somos son soy su sus tal tambien tampoco tan tanto te tener tengo ti
tiene tienen todas todavia todo todos tu tus un una unas uno unos usted ustedes va vamos van y ya yo`

export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${SPANISH}`.trim().split(/\s+/))
