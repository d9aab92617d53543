/**
 * The popup's sequence: look at the tab (free), then ask when the user says so. A saved answer is opened at once if the
 * page is its subject's own, because that costs nothing. Nothing here contacts a provider on its own.
 */
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks"

import type { AccountRef } from "../../../messaging/account.ts"
import type { RequestName, Requests } from "../../../messaging/contract.ts"
import type { Failure } from "../../../messaging/failure.ts"
import type { Tab } from "../../section.ts"
import type { Consent, Offer, Payer, AnswerPlace } from "../requests.ts"
import { failedStage } from "./outcome/failed-stage.ts"
import type { Stage } from "./stage.ts"

const POLL_MILLIS = 500

const loadViews = () => import("./offer/states.tsx")
const loadStages = () => import("./offer/preview-stage.ts")

export interface Flow {
  readonly stage: Stage
  /** Reads the page again. Free. */
  readonly look: () => void
  /** @param place where the answer is shown: by default in the page, unless it is shown here already */
  readonly ask: (offer: Offer, consent: Consent, place?: AnswerPlace) => void
  /** Switches to another account to pay with, and looks again. Free. */
  readonly choose: (payer: Payer, account: string) => void
  /** Settles an unknown charge with the amount that the user gives, and looks again. Free. */
  readonly settle: (payer: Payer, id: string, credits: number) => void
  /**
   * Erases a subject from storage, and looks again. Free.
   * @param say makes the message from the credits that stay spent
   */
  readonly forget: (offer: Offer, say: (credits: number) => string) => void
  /** The message about the last erased subject. */
  readonly forgetNotice: string | undefined
}

/** Refusals that a preview also reports, together with what can be done about them. */
const isOfState = ({ guard, own }: Failure): boolean =>
  guard === "unknownCharge" || guard === "uncached" || own?.is === "expired"

const refOf = ({ plugin, account }: Payer): AccountRef => ({ plugin, account })

export const useFlow = ({ send, tabId, link, close, isBeside }: Tab): Flow => {
  const [stage, setStage] = useState<Stage>({ at: "looking" })
  const [forgetNotice, setForgetNotice] = useState<string>()
  // Only the newest turn may draw, so that a slow answer never overwrites a later click.
  const turn = useRef(0)
  // The account chosen in this popup; `null` until the user chooses one.
  const account = useRef<string | null>(null)

  const lookAgain = useRef<(() => Promise<void>) | undefined>(undefined)

  const draw = useCallback(async (mine: number, drawing: Promise<Stage>) => {
    const next = await drawing
    if (mine === turn.current) setStage(next)
  }, [])

  const ask = useCallback(
    async (offer: Offer, consent: Consent, place: AnswerPlace = isBeside === true ? "popup" : "page") => {
      const mine = ++turn.current
      const sinceMillis = performance.now()
      setForgetNotice(undefined)
      const answer = send("enrich", {
        ...refOf(offer.payer),
        tabId,
        link,
        subject: offer.subject.key,
        consent,
        upTo: offer.price.upTo,
        hub: offer.price.hub,
        place
      })
      const { Asking } = await loadViews()
      if (mine !== turn.current) return
      setStage({ at: "asking", why: consent === "free" ? "saved" : "bought", offer, sinceMillis, Asking })
      const [reply, { outcomeStage }] = await Promise.all([answer, import("./outcome/outcome-stage.ts")])
      if (mine !== turn.current) return
      // A screen for the failure would only lead back to the page's state, so the page is looked at again.
      if (reply.ok && reply.output.state === "failed" && isOfState(reply.output.error)) return lookAgain.current?.()
      // One record is never shown twice.
      if (reply.ok && reply.output.state === "match" && reply.output.inPage === "shown") close?.()
      const attempt = { offer, consent, place }
      return draw(mine, reply.ok ? outcomeStage(reply.output, attempt) : failedStage(reply.error, attempt))
    },
    [send, tabId, link, close, isBeside, draw]
  )

  const look = useCallback(
    async (isFirstLook = false) => {
      const mine = ++turn.current
      // Loaded while the worker looks, because a page that is not a profile's needs both.
      const views = loadViews()
      const stages = loadStages()
      for (;;) {
        const answer = send("preview", { tabId, link, account: account.current })
        const reply = await Promise.race([answer, stages.then((loaded) => loaded.orUnheard(answer))])
        if (!reply.ok) return draw(mine, failedStage(reply.error, { offer: null, isFirstLook }))
        const preview = reply.output
        if (preview.state === "failed") return draw(mine, failedStage(preview.error, { offer: null, isFirstLook }))
        const { Asking, Ready } = await views
        if (mine !== turn.current) return
        if (preview.state === "ready" && preview.subject.kind !== "site") {
          return setStage({ at: "preview", preview, Ready })
        }
        if (preview.state !== "busy") {
          const { opening, previewStage } = await stages
          const offer = await opening(preview)
          if (offer === undefined) return draw(mine, previewStage(preview))
          return mine === turn.current ? ask(offer, "free", "popup") : undefined
        }
        const { forMillis } = preview
        const began = forMillis === undefined ? undefined : performance.now() - forMillis
        setStage({ at: "asking", why: "underWay", offer: preview, sinceMillis: began, Asking })
        await new Promise((wake) => setTimeout(wake, POLL_MILLIS))
        if (mine !== turn.current) return
      }
    },
    [send, tabId, link, ask, draw]
  )
  lookAgain.current = look
  // Always the same, because whoever repeats it may wait for a day.
  const lookAnew = useCallback(() => void look(), [look])

  /** Sends a free request that changes what is shown here. */
  const change = async <N extends RequestName>(
    name: N,
    input: Requests[N]["input"],
    onDone?: (output: Requests[N]["output"]) => void
  ) => {
    const mine = ++turn.current
    const reply = await send(name, input)
    if (mine !== turn.current) return
    if (!reply.ok) return draw(mine, failedStage(reply.error))
    onDone?.(reply.output)
    return look()
  }

  // Runs before the first frame rather than after it, so that the worker's answer is shown one frame sooner.
  useLayoutEffect(() => {
    void look(true)
    return () => {
      turn.current = -1
    }
  }, [look])

  return {
    stage,
    forgetNotice,
    look: lookAnew,
    choose: ({ plugin }, name) => {
      account.current = name
      void change("chooseAccount", { plugin, account: name })
    },
    settle: (payer, id, credits) => void change("settleCharge", { ...refOf(payer), id, credits }),
    forget: ({ payer, subject }, say) =>
      void change("forget", { ...refOf(payer), tabId, link, subject: subject.key }, ({ credits }) => {
        void import("../../../ui/use-draft.ts").then((drafts) => drafts.forgetRecordDrafts())
        setForgetNotice(say(credits))
      }),
    ask: (offer, consent, place) => void ask(offer, consent, place)
  }
}
