/** Reports what a run would cost and what would refuse it. The exit code is 1 if it would be refused. */
import type { ToolStep } from "@inlay/agent-plugin/ToolStep"
import { toJson } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { previewJson } from "../../spend-json.ts"
import { preview } from "../../terminal/preview.ts"
import { failureText, type Report } from "../report.ts"
import { adviceFor } from "../words.ts"

export const reportOf = (ahead: Preview, { cost }: Pick<ToolStep<never>, "cost">) =>
  Effect.map(Clock.currentTimeMillis, (now): Report => {
    const { refusal } = ahead
    return {
      ok: refusal === undefined,
      json: previewJson(ahead, (error) => toJson(error, adviceFor(error)).error),
      text: (screen) =>
        [preview(screen, ahead, cost, now), ...(refusal === undefined ? [] : [failureText(refusal, screen)])].join("\n")
    }
  })
