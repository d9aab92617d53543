/**
 * What the popup does, in order: look at the tab (free), and ask when the user says so. A saved answer is opened at
 * once where the page is its subject's own, since it costs nothing. Nothing here asks a provider by itself.
 */
import { useCallback, useEffect, useRef, useState } from "preact/hooks"

import type { Send } from "../../messaging/client.ts"
import type {
  Application,
  Consent,
  Failure,
  Outcome,
  Preview,
  Price,
  RequestName,
  Requests,
  Subject
} from "../../messaging/contract.ts"
import type { Another as AnotherView } from "./another.tsx"
import type { Failed as FailedView } from "./failed.tsx"
import type { InApplication as InApplicationView } from "./in-application.tsx"
import type { Result as ResultView } from "./result.tsx"
import type { Undecided as UndecidedView } from "./undecided.tsx"
import type { Unkept as UnkeptView } from "./unkept.tsx"

export type Stage =
  | { readonly at: "looking" }
  | {
      readonly at: "preview"
      readonly preview: Exclude<Preview, { readonly state: "busy" | "failed" | "undecided" | "unkept" }>
    }
  | {
      readonly at: "application"
      readonly preview: Extract<Preview, { readonly state: "ready" | "cached" }>
      readonly application: Application
      readonly InApplication: typeof InApplicationView
    }
  | {
      readonly at: "undecided"
      readonly preview: Extract<Preview, { readonly state: "undecided" }>
      readonly Undecided: typeof UndecidedView
    }
  | {
      readonly at: "unkept"
      readonly preview: Extract<Preview, { readonly state: "unkept" }>
      readonly Unkept: typeof UnkeptView
    }
  /** `why`: bought by this click, saved and free, or under way since an earlier click. */
  | {
      readonly at: "asking"
      readonly why: "bought" | "saved" | "underWay"
      readonly subject: Subject
      readonly price: Price
      readonly sinceMillis: number
    }
  | {
      readonly at: "match"
      readonly outcome: Extract<Outcome, { readonly state: "match" }>
      readonly price: Price
      readonly Result: typeof ResultView
    }
  | {
      readonly at: "another"
      readonly outcome: Extract<Outcome, { readonly state: "another" }>
      readonly price: Price
      readonly Another: typeof AnotherView
    }
  | { readonly at: "noMatch"; readonly outcome: Extract<Outcome, { readonly state: "noMatch" }>; readonly price: Price }
  | {
      readonly at: "failed"
      readonly error: Failure
      readonly subject: Subject | null
      readonly price: Price | null
      readonly Failed: typeof FailedView
    }

const POLL_MILLIS = 500

/** What draws a failure is loaded when there is one: most popups never need it. */
const failedStage = async (
  error: Failure,
  subject: Subject | null = null,
  price: Price | null = null
): Promise<Stage> => {
  const { Failed } = await import("./failed.tsx")
  return { at: "failed", error, subject, price, Failed }
}

const stageOf = async (outcome: Outcome, price: Price, Result: typeof ResultView): Promise<Stage> => {
  switch (outcome.state) {
    case "match":
      return { at: "match", outcome, price, Result }
    case "another": {
      const { Another } = await import("./another.tsx")
      return { at: "another", outcome, price, Another }
    }
    case "noMatch":
      return { at: "noMatch", outcome, price }
    case "failed":
      return failedStage(outcome.error, outcome.subject, price)
  }
}

/** A preview that is neither under way nor failed. What most popups never need is loaded where it is needed. */
const previewStage = async (preview: Exclude<Preview, { readonly state: "busy" | "failed" }>): Promise<Stage> => {
  if (preview.state === "undecided") {
    const { Undecided } = await import("./undecided.tsx")
    return { at: "undecided", preview, Undecided }
  }
  if (preview.state === "unkept") {
    const { Unkept } = await import("./unkept.tsx")
    return { at: "unkept", preview, Unkept }
  }
  const application = preview.state === "ready" || preview.state === "cached" ? preview.application : null
  if (application !== null && (preview.state === "ready" || (preview.state === "cached" && preview.match))) {
    const { InApplication } = await import("./in-application.tsx")
    return { at: "application", preview, application, InApplication }
  }
  return { at: "preview", preview }
}

export interface Flow {
  readonly stage: Stage
  /** Reads the page again. Free. */
  readonly look: () => void
  readonly ask: (subject: Subject, price: Price, consent: Consent) => void
  /** Books an unknown charge as what the user says it came to, and looks again. Free. */
  readonly settle: (id: string, credits: number) => void
  /** Erases a subject from what is kept, and looks again. Free. @param say what it came to, by the credits that stay spent */
  readonly forget: (subject: Subject, say: (credits: number) => string) => void
  /** What the last forgetting came to. */
  readonly forgotten: string | undefined
}

export const useFlow = (send: Send, tabId: number): Flow => {
  const [stage, setStage] = useState<Stage>({ at: "looking" })
  const [forgotten, setForgotten] = useState<string>()
  // Only the newest turn may draw: a slow answer never overwrites a later click.
  const turn = useRef(0)

  const draw = useCallback(async (mine: number, drawing: Promise<Stage>) => {
    const next = await drawing
    if (mine === turn.current) setStage(next)
  }, [])

  const ask = useCallback(
    async (subject: Subject, price: Price, consent: Consent) => {
      const mine = ++turn.current
      setStage({
        at: "asking",
        why: consent === "free" ? "saved" : "bought",
        subject,
        price,
        sinceMillis: performance.now()
      })
      // What draws a match is loaded while the answer is on its way: other popups never need it.
      const [reply, { Result }] = await Promise.all([
        send("enrich", { tabId, subject: subject.key, consent }),
        import("./result.tsx")
      ])
      if (mine !== turn.current) return
      return draw(mine, reply.ok ? stageOf(reply.output, price, Result) : failedStage(reply.error, subject, price))
    },
    [send, tabId, draw]
  )

  const look = useCallback(async () => {
    const mine = ++turn.current
    const sinceMillis = performance.now()
    for (;;) {
      const reply = await send("preview", { tabId })
      if (mine !== turn.current) return
      if (!reply.ok) return draw(mine, failedStage(reply.error))
      const preview = reply.output
      if (preview.state === "failed") return draw(mine, failedStage(preview.error))
      // In a web application its company is not whom the user looks at: what is saved opens by a click.
      if (preview.state === "cached" && preview.match && preview.application === null)
        return ask(preview.subject, preview.price, "free")
      if (preview.state !== "busy") return draw(mine, previewStage(preview))
      setStage({ at: "asking", why: "underWay", subject: preview.subject, price: preview.price, sinceMillis })
      await new Promise((wake) => setTimeout(wake, POLL_MILLIS))
      if (mine !== turn.current) return
    }
  }, [send, tabId, ask, draw])

  /** What is free, and changes what stands here. */
  const change = async <N extends RequestName>(
    name: N,
    input: Requests[N]["input"],
    done?: (output: Requests[N]["output"]) => void
  ) => {
    const mine = ++turn.current
    const reply = await send(name, input)
    if (mine !== turn.current) return
    if (!reply.ok) return draw(mine, failedStage(reply.error))
    done?.(reply.output)
    return look()
  }

  useEffect(() => {
    void look()
    return () => {
      turn.current = -1
    }
  }, [look])

  return {
    stage,
    forgotten,
    look: () => void look(),
    settle: (id, credits) => void change("settleCharge", { id, credits }),
    forget: ({ key }, say) =>
      void change("forget", { tabId, subject: key }, ({ credits }) => setForgotten(say(credits))),
    ask: (subject, price, consent) => void ask(subject, price, consent)
  }
}
