/** The popup: one state at a time. */
import type { Send } from "../../messaging/client.ts"
import { useFlow, type Stage } from "./flow.ts"
import { Asking, Looking, Miss, NotConnected, NothingHere, Ready } from "./states.tsx"

export interface EnrichViewProps {
  readonly stage: Stage
  readonly now: number
  readonly online: boolean
  readonly onSettings: () => void
  readonly look: () => void
  readonly ask: ReturnType<typeof useFlow>["ask"]
  readonly settle: ReturnType<typeof useFlow>["settle"]
  readonly forget: ReturnType<typeof useFlow>["forget"]
}

/** Draws a stage; asks nobody anything. */
export const EnrichView = ({ stage, now, online, onSettings, look, ask, settle, forget }: EnrichViewProps) => {
  switch (stage.at) {
    case "looking":
      return <Looking />
    case "asking":
      return <Asking key={stage.why} {...stage} onSettings={onSettings} />
    case "match":
      return <stage.Result {...stage} {...{ now, onSettings, forget }} />
    case "another":
      return <stage.Another {...stage} {...{ now, onSettings }} />
    case "noMatch": {
      const { subject, fetchedAt, fromCache, charged } = stage.outcome
      return <Miss {...{ subject, fetchedAt, now, onSettings }} charged={fromCache ? undefined : charged} />
    }
    case "failed": {
      const { error, subject, price } = stage
      const onRetry = subject === null || price === null ? look : () => ask(subject, price, "charge")
      return <stage.Failed {...{ error, subject, price, online, onSettings, onRetry }} onLook={look} />
    }
    case "application": {
      const { application, preview } = stage
      const { subject, price } = preview
      const saved = preview.state === "cached"
      const onLook = () => ask(subject, price, saved ? "free" : "charge")
      return <stage.InApplication {...{ application, subject, price, saved, onLook, onSettings }} />
    }
    case "undecided":
    case "unkept": {
      const { subject, price } = stage.preview
      const does = { onAskAgain: () => ask(subject, price, "chargeAgain"), onSettings }
      return stage.at === "unkept" ? (
        <stage.Unkept {...stage.preview} {...does} />
      ) : (
        <stage.Undecided {...stage.preview} {...does} onSettle={settle} />
      )
    }
    case "preview":
      switch (stage.preview.state) {
        case "notConnected":
          return <NotConnected onSettings={onSettings} />
        case "nothingHere":
          return <NothingHere at={stage.preview.at} onSettings={onSettings} />
        case "ready": {
          const { subject, price } = stage.preview
          return <Ready {...{ subject, price, onSettings }} onEnrich={() => ask(subject, price, "charge")} />
        }
        case "cached":
          return <Miss {...stage.preview} charged={undefined} now={now} onSettings={onSettings} />
      }
  }
}

export const Enrich = (props: { readonly send: Send; readonly tabId: number; readonly onSettings: () => void }) => {
  const flow = useFlow(props.send, props.tabId)
  return (
    <>
      {flow.stage.at === "preview" && flow.forgotten !== undefined && (
        <p class="notice good" role="alert">
          {flow.forgotten}
        </p>
      )}
      <EnrichView {...flow} now={Date.now()} online={navigator.onLine} onSettings={props.onSettings} />
    </>
  )
}
