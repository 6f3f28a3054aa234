/**
 * Spanish and English words for the same thing, used in both directions. The first lines are the seed's forty pairs; the
 * rest are the words of software work and of plain talk that no spelling rule connects. To add a pair, add it here.
 */
const PAIRS = `
perro dog|perra dog|gato cat|mascota pet|almuerzo lunch|almorzar lunch|almorce lunch|cena dinner|desayuno breakfast
comida food|camaron shrimp|camarones shrimp|mariscos seafood|marisco seafood|alergia allergy|alergico allergic
cumpleanos birthday|nombre name|llamar name|llama name|ayer yesterday|manana tomorrow|semana week|mes month|ano year
proyecto project|reunion meeting|tarea task|pendiente pending|pendientes pending|nota note|notas notes
favorito favorite|favorita favorite|mariscos shrimp|langosta lobster|cangrejo crab|pescado fish

archivo file|fichero file|carpeta folder|directorio directory|codigo code|prueba test|pruebas tests|fallo failure
fallo bug|error bug|arreglo fix|arreglar fix|corregir fix|correccion fix|cambio change|cambiar change|borrar delete
eliminar delete|eliminar remove|quitar remove|anadir add|agregar add|crear create|construir build|compilar build
ejecutar run|ejecucion execution|correr run|iniciar start|empezar start|comenzar begin|detener stop|parar stop
terminar finish|acabar end|fin end|guardar save|cargar load|descargar download|subir upload|enviar send|recibir receive
leer read|escribir write|abrir open|cerrar close|buscar search|busqueda search|encontrar find|mostrar show|ver view
consulta query|pregunta question|respuesta answer|respuesta response|peticion request|solicitud request|servidor server
cliente client|usuario user|contrasena password|clave key|llave key|valor value|cadena string|numero number|entero integer
lista list|matriz array|arreglo array|conjunto set|tabla table|fila row|columna column|campo field|base base|datos data
dato data|registro record|registro log|bitacora log|enlace link|vinculo link|ruta path|ruta route|camino path|pagina page
pantalla screen|ventana window|boton button|formulario form|correo mail|correo email|mensaje message|advertencia warning
aviso warning|aviso notice|falta missing|vacio empty|nulo null|verdadero true|falso false|cola queue|pila stack|arbol tree
nodo node|hoja leaf|rama branch|raiz root|fusionar merge|fusion merge|confirmacion commit|despliegue deployment
desplegar deploy|entorno environment|ambiente environment|variable variable|funcion function|metodo method|clase class
objeto object|propiedad property|atributo attribute|parametro parameter|argumento argument|devolver return|retorno return
bucle loop|ciclo loop|hilo thread|proceso process|tiempo time|espera timeout|espera wait|esperar wait|lento slow|rapido fast
rapido quick|rendimiento performance|memoria memory|cache cache|fuga leak|bloqueo lock|candado lock|permiso permission
permitir allow|denegar deny|rechazar reject|aceptar accept|validar validate|comprobar check|revisar review|verificar verify
dependencia dependency|biblioteca library|libreria library|paquete package|modulo module|version version|actualizar update
actualizacion update|mejorar improve|mejora improvement|ayuda help|ayudar help|uso use|usar use|utilizar use|usando using
herramienta tool|puerto port|red network|sitio site|inicio home|inicio start|sesion session|ajuste setting|ajustes settings
configuracion settings|predeterminado default|defecto default|opcional optional|requerido required|obligatorio required
necesario necessary|necesitar need|necesitas need|personalizado custom|personalizar customize|ejemplo example
siguiente next|siguiente following|anterior previous|primero first|primer first|primera first|segundo second|tercero third
ultimo last|ultima last|nuevo new|nueva new|viejo old|antiguo old|mismo same|diferente different|distinto different
otro other|mayor greater|mayor larger|menor smaller|menos less|grande large|grande big|pequeno small|alto high|bajo low
largo long|corto short|ancho width|altura height|tamano size|peso weight|cantidad amount|veces times|vez time|orden order
orden command|mando command|paso step|parte part|pieza piece|resto rest|medio middle|cuerpo body|cabecera header
encabezado header|pie footer|contenido content|texto text|palabra word|letra letter|linea line|espacio space|entrada input
entrada entry|salida output|llamada call|evento event|gancho hook|tarea job|trabajo work|trabajar work|trabajador worker
equipo team|gente people|persona person|personas people|hombre man|mujer woman|nino child|ninos children|hijo son|hija daughter
padre father|madre mother|hermano brother|hermana sister|familia family|amigo friend|amiga friend|esposa wife|esposo husband
casa house|hogar home|ciudad city|pueblo town|pais country|mundo world|tierra earth|tierra land|agua water|aire air|fuego fire
luz light|sol sun|luna moon|estrella star|cielo sky|mar sea|rio river|montana mountain|bosque forest|playa beach|isla island
calle street|camino road|puente bridge|puerta door|pared wall|piso floor|techo roof|mesa table|silla chair|cama bed|libro book
escuela school|universidad university|maestro teacher|profesor professor|alumno student|estudiante student|estudio study
estudiar study|aprender learn|ensenar teach|conocer know|saber know|pensar think|creer believe|sentir feel|querer want
desear wish|poder power|hacer do|hacer make|hecho fact|hecho made|decir say|dijo said|hablar talk|hablar speak|contar tell
oir hear|escuchar listen|mirar look|vivir live|vida life|morir die|muerte death|murio died|nacer born|nacio born|nacido born
comer eat|beber drink|dormir sleep|jugar play|juego game|ganar win|gano won|perder lose|perdio lost|comprar buy|vender sell
pagar pay|dinero money|precio price|costo cost|coste cost|gratis free|libre free|empresa company|compania company
negocio business|gobierno government|ley law|derecho right|derechos rights|rey king|reina queen|guerra war|paz peace
ejercito army|soldado soldier|batalla battle|arma weapon|iglesia church|dios god|siglo century|decada decade|dia day|dias days
hora hour|minuto minute|noche night|tarde afternoon|hoy today|lunes monday|martes tuesday|miercoles wednesday|jueves thursday
viernes friday|sabado saturday|domingo sunday|enero january|febrero february|marzo march|abril april|mayo may|junio june
julio july|agosto august|septiembre september|octubre october|noviembre november|diciembre december|verano summer
invierno winter|otono autumn|primavera spring|norte north|sur south|este east|oeste west|izquierda left|derecha right
arriba up|abajo down|dentro inside|fuera outside|cerca near|lejos far|detras behind|delante front|color color|rojo red|azul blue
verde green|blanco white|negro black|amarillo yellow|bueno good|buena good|malo bad|mejor better|mejor best|peor worse
feliz happy|triste sad|enfermo sick|enfermedad disease|medico doctor|salud health|cabeza head|mano hand|pie foot|ojo eye
corazon heart|sangre blood|cerebro brain|hueso bone|carne meat|pan bread|leche milk|fruta fruit|planta plant|flor flower
animal animal|pajaro bird|caballo horse|pez fish|coche car|carro car|tren train|avion plane|barco ship|viaje trip|viajar travel
musica music|cancion song|baile dance|arte art|pintura painting|pelicula movie|premio award|partido game|partido party
jugador player|entrenador coach|temporada season|liga league|campeon champion|copa cup|pelota ball|balon ball|punto point
puntos points|lugar place|sitio place|zona area|centro center|edificio building|fabrica factory|maquina machine|motor engine
rueda wheel|vapor steam|fuerza force|energia energy|calor heat|frio cold|hierro iron|oro gold|plata silver|piedra stone
madera wood|papel paper|vidrio glass|ropa clothes|zapato shoe|regalo gift|fiesta party|boda wedding|idea idea|problema problem
solucion solution|razon reason|causa cause|efecto effect|resultado result|meta goal|objetivo goal|objetivo target|plan plan
decision decision|decidir decide|elegir choose|eleccion choice|eleccion election|voto vote|cuanto much|cuantos many
tipo type|tipo kind|clase kind|forma form|forma way|forma shape|manera way|modo mode|nivel level|grado degree|parecido similar
igual equal|aparte separate|junto together|juntos together|segun according|mediante through|cuenta account|saldo balance
dueno owner|propietario owner|jefe boss|lider leader|miembro member|socio partner|vecino neighbor|desarrollo development
desarrollar develop|desarrollador developer|investigacion research|descubrir discover|descubrimiento discovery
conocimiento knowledge|ensayo essay|escritor writer|autor author|historia history|historia story|cuento story|noticia news
noticias news|periodico newspaper|revista magazine|mitad half|doble double|ambos both|ninguno none|cualquier any|cada every
recordar remember|olvidar forget|olvido forgot|seguir follow|seguridad security|seguro safe|seguro secure|riesgo risk
peligro danger|cuidado care|apoyo support|soporte support|soportar support|ambito scope|alcance scope|raya dash|barra bar
flecha arrow|caja box|marca mark|sello stamp|lado side|borde edge|fondo background|fondo bottom|cima top|capa layer|fuente source
fuente font|origen origin|destino destination|subproceso thread|tuberia pipe|envoltorio wrapper|ganchos hooks|incorporado builtin
integrado builtin|disponible available|analizar parse|analizador parser|analisis analysis|traducir translate|traduccion translation
lenguaje language|idioma language|ingles english|espanol spanish|frances french|aleman german|italiano italian|ruso russian
autenticacion authentication|autenticar authenticate|autorizacion authorization|autorizar authorize|tema theme|teoria theory
hipotesis hypothesis|ritmo rhythm|atleta athlete|catolico catholic|metodo method|tesis thesis|sintesis synthesis|simbolo symbol
chino chinese|japones japanese|griego greek|romano roman|europeo european|americano american|britanico british
`

export const BILINGUAL: readonly (readonly [spanish: string, english: string])[] = PAIRS.split(/[|\n]/)
  .map((pair) => pair.trim().split(' '))
  .filter((words): words is [string, string] => words.length === 2)
