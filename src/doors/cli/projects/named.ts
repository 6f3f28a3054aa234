/** How a project is named on the command line. */
import { required } from '../takes.ts'

export const PROJECT = required('PROJECT', 'its name, id or alias; `claude-mem projects` lists them')
