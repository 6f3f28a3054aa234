import { describe, expect, it } from 'vitest'
import { languageOf } from './language.ts'

describe('the language of a text', () => {
  it.each([
    ['es', '¿Por qué redondeamos el impuesto por línea?'],
    ['es', '¿Qué exige la ley?'],
    ['es', 'La prueba del carrito falla porque el descuento se aplica dos veces.'],
    ['es', 'Arregla el bug en src/cart/total.ts: los decimales se pierden'],
    ['en', 'Why do we round the tax per line?'],
    ['en', 'The "para" and "los" files of the el-GR locale were not in the build'],
    [undefined, 'La cuisson est longue et les pâtes sont dans le four avec la sauce que tu aimes'],
    [undefined, 'O erro acontece quando o utilizador não tem permissão para ler o ficheiro'],
    [undefined, 'Il test fallisce perché lo sconto è applicato due volte nel carrello'],
    [undefined, 'Els tests fallen perquè el descompte no es calcula amb els decimals'],
    [undefined, 'Der Test ist rot, weil die Summe nicht mit der Steuer gerundet wird'],
    [undefined, 'de test faalt omdat het totaal niet met de korting is berekend en op te lossen is'],
    [undefined, 'Los Angeles'],
    [undefined, 'const total = items.reduce((sum, item) => sum + item.price, 0)'],
    [undefined, '日本語のテキスト'],
    [undefined, ''],
  ])('is %s: %s', (language, text) => expect(languageOf(text)).toBe(language))
})
