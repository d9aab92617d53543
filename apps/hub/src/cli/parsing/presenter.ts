/** Presents help, the version and usage errors: as text, or as one JSON document with `--json`. */
import type * as CliOutput from "effect/cli/CliOutput"
import * as Effect from "effect/Effect"

import { stringify } from "../../terminal/json-text.ts"
import { screenOf } from "../../terminal/Screen.ts"
import * as write from "../../terminal/write.ts"
import { printFailure } from "../report.ts"
import { helpJson, helpText } from "./help.ts"
import { usageError } from "./usage.ts"

export const presenter = (json: boolean): CliOutput.Presenter => ({
  present: (event) =>
    Effect.suspend(() => {
      switch (event._tag) {
        case "Help":
          return write.out(
            json ? stringify(helpJson(event.helpDoc)) : helpText(event.helpDoc, screenOf(process.stdout, process.env))
          )
        case "Version":
          return write.out(json ? stringify({ name: event.name, version: event.version }) : event.version)
        case "InvalidInvocation":
          return printFailure(usageError(event.commandPath, event.errors, event.helpDoc), json)
      }
    })
})
