/** The user's own note about a person or a company: it stays in this browser. */
import { isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import { shownShape, type Shown } from "../enrich/requests.ts"

export const MAX_NOTE_CHARS = 2000

/** `text` is empty where there is none. */
export interface Note {
  readonly text: string
}

export interface NoteRequests {
  readonly note: { readonly input: Shown; readonly output: Note }
  /** An empty text erases the note. */
  readonly saveNote: { readonly input: Shown & Note; readonly output: Note }
}

export const inputs: Inputs<NoteRequests> = {
  note: isStruct(shownShape),
  saveNote: isStruct({ ...shownShape, text: isTextOf(MAX_NOTE_CHARS) })
}
