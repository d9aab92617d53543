/** The lookup in the popup, which shows one stage at a time. */
import { useEffect, useState } from "preact/hooks"

import type { SectionProps, Tab } from "../../section.ts"
import type { Offer } from "../requests.ts"
import { useFlow, type Flow } from "./flow.ts"
import { Looking } from "./offer/looking.tsx"
import type { PaidShell } from "./parts/frame.tsx"
import type { Stage } from "./stage.ts"

export interface EnrichViewProps extends Omit<Flow, "choose" | "forgetNotice"> {
  readonly tab: Tab
  readonly now: number
  readonly online: boolean
  readonly shell: PaidShell
}

/** Draws a stage. Sends nothing. */
export const EnrichView = ({ stage, tab, now, online, shell, look, ask, settle, forget }: EnrichViewProps) => {
  switch (stage.at) {
    case "looking":
      return shell.isFirst ? <Looking address={tab.address} /> : null
    case "asking":
      return <stage.Asking key={stage.why} {...stage} {...stage.offer} shell={shell} />
    case "match":
      return (
        <stage.Result
          {...stage}
          {...{ tab, now, shell }}
          onAsk={(consent, place) => ask(stage.offer, consent, place)}
          onLook={look}
          forget={(say) => forget(stage.offer, say)}
        />
      )
    case "another":
      return <stage.Another {...stage} {...{ tab, now, shell }} />
    case "noMatch": {
      const { subject, fetchedAt, fromCache, charged } = stage.outcome
      return <stage.Miss {...{ subject, fetchedAt, now, shell }} charged={fromCache ? undefined : charged} />
    }
    case "failed":
      // Below another section, an offer that cannot be made is left out. If the hub is gone, that section says so too.
      if (stage.offer === null && stage.isFirstLook === true && !shell.isFirst) return null
      return <stage.Failed {...stage} {...{ online, shell, look, ask }} />
    case "application": {
      const { application, preview } = stage
      const saved = preview.state === "cached"
      const onLook = () => (saved ? ask(preview, "free", "popup") : ask(preview, "charge"))
      return <stage.InApplication {...preview} {...{ application, saved, onLook, shell }} />
    }
    case "unknownCharge":
    case "uncached": {
      const onAskAgain = () => ask(stage.preview, "chargeAgain")
      return stage.at === "uncached" ? (
        <stage.Uncached {...stage.preview} {...{ onAskAgain, shell }} />
      ) : (
        <stage.UnknownCharge
          {...stage.preview}
          {...{ onAskAgain, shell }}
          onSettle={(id, credits) => settle(stage.preview.payer, id, credits)}
        />
      )
    }
    case "nothing":
      return null
    case "cachedMiss":
      return <stage.Miss {...stage.preview} charged={undefined} now={now} shell={shell} />
    case "notConnected":
      // If another section comes first in the popup, an offer to connect would be in the way.
      return shell.isFirst ? <stage.NotConnected shell={shell} /> : null
    case "preview":
      return (
        <stage.Ready {...stage.preview} shell={shell} onEnrich={() => ask(stage.preview, "charge")}>
          {stage.KnownPeople !== undefined && <stage.KnownPeople send={tab.send} domain={stage.preview.subject.name} />}
        </stage.Ready>
      )
  }
}

const offerOf = (stage: Stage): Offer | null => {
  if ("offer" in stage) return stage.offer
  return "preview" in stage && "payer" in stage.preview ? stage.preview : null
}

export const View = ({ tab, shell, onNothing, onRecord }: SectionProps) => {
  const { choose, forgetNotice, ...flow } = useFlow(tab)
  const { stage } = flow
  const why = stage.at === "nothing" ? stage.why : undefined
  useEffect(() => onNothing(why), [why])
  // What was asked for stays. Anything else was found by a look, which may be repeated.
  const isRepeatable = stage.at !== "looking" && !("offer" in stage && stage.offer)
  useEffect(() => (isRepeatable ? tab.onOutdated?.(flow.look) : undefined), [isRepeatable, flow.look])
  const isRecordOfSite = stage.at === "match" && stage.outcome.subject.kind === "site"
  useEffect(() => onRecord(isRecordOfSite), [isRecordOfSite])
  const payer = offerOf(stage)?.payer
  const isChoice = payer !== undefined && payer.names.length > 1
  const [Choice, setChoice] = useState<NonNullable<PaidShell["Choice"]>>()
  useEffect(() => {
    if (isChoice) void import("./parts/account-choice.tsx").then(({ AccountChoice }) => setChoice(() => AccountChoice))
  }, [isChoice])
  const paidShell: PaidShell = {
    ...shell,
    ...(payer !== undefined && { payer }),
    ...(Choice !== undefined && { Choice }),
    onAccount: (account) => (payer === undefined ? undefined : choose(payer, account))
  }
  return (
    <>
      {["preview", "application", "failed"].includes(stage.at) && forgetNotice !== undefined && (
        <p class="notice good" role="alert">
          {forgetNotice}
        </p>
      )}
      <EnrichView {...flow} tab={tab} now={Date.now()} online={navigator.onLine} shell={paidShell} />
    </>
  )
}
