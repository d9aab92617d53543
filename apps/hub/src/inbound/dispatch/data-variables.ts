/** The variables by which a started command finds the data of this program, whatever options this one was started with. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { CurrentDatabase } from "../../storage/postgres/address.ts"

export const dataVariables = (directory: string) =>
  Effect.map(CurrentDatabase, (database) => ({
    INLAY_DATA: directory,
    ...(database !== undefined && { INLAY_DATABASE: Redacted.value(database.url) })
  }))
