/** Requests for the user's own note about a person or a company, which stays in this browser. */
import { isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import { tabSubjectShape, type TabSubject } from "../enrich/requests.ts"

export const MAX_NOTE_CHARS = 2000

/** `text` is empty if there is no note. */
interface Note {
  readonly text: string
}

export interface NoteRequests {
  readonly note: { readonly input: TabSubject; readonly output: Note }
  /** An empty text erases the note. */
  readonly saveNote: { readonly input: TabSubject & Note; readonly output: Note }
}

export const inputs: Inputs<NoteRequests> = {
  note: isStruct(tabSubjectShape),
  saveNote: isStruct({ ...tabSubjectShape, text: isTextOf(MAX_NOTE_CHARS) })
}
