/** A repository without a hub: whether this browser watches it, and what it has seen since. */
import { notifications } from "../../../../locales/notifications.ts"
import { repository, triggers as words } from "../../../../locales/repository.ts"
import { seenTitles } from "../../../../locales/trigger-titles.ts"
import { age } from "../../../../ui/text/moment.ts"
import { triggerTitle } from "../../../../ui/text/trigger-title.ts"
import { placesHere } from "../../../notifications/requests.ts"
import { BellNote } from "../../../notifications/view/bell.tsx"
import { useNotificationChoice } from "../../../notifications/view/choice.ts"
import type { Seen, Watched } from "../../requests.ts"
import { ChangeProblem, useChange } from "../changes/change.tsx"
import type { RepositoryContext } from "../context.ts"
import { Line, linkOn } from "./line.tsx"

const SHOWN = 4

const SIGNS: Readonly<Record<Seen["kind"], string>> = { issue: "⚡", pullRequest: "⚡", runFailed: "✕", mention: "@" }

export const headingOf = ({ isWatched, everySeconds }: Watched): string =>
  isWatched ? words.polled(repository.seconds(everySeconds)) : words.notWatched

const WhichSeen = ({ send, of }: Pick<RepositoryContext, "send" | "of">) => {
  const choice = useNotificationChoice(send)
  const places = placesHere(of)
  return (
    <fieldset class="repo-seen small">
      <legend class="quiet">{notifications.legend}</legend>
      {places.map((place) => (
        <label key={place.trigger}>
          <input type="checkbox" checked={choice.isOn(place)} onChange={() => choice.turn(place)} />
          {triggerTitle(place.trigger)}
        </label>
      ))}
      <BellNote choice={choice} places={places} when={notifications.onLook} />
    </fieldset>
  )
}

export const Polled = (props: {
  readonly watched: Watched
  readonly context: RepositoryContext
  readonly onChange: () => void
}) => {
  const { watched, context, onChange } = props
  const { send, of, now } = context
  const { state, make } = useChange(send)
  const turn = async () => {
    await make("watchRepository", { ...of, isWatched: !watched.isWatched })
    onChange()
  }
  return (
    <>
      {watched.seen.length > 0 && (
        <ul class="repo-list">
          {watched.seen.slice(0, SHOWN).map((seen) => (
            <Line
              key={seen.id}
              sign={SIGNS[seen.kind]}
              tone={seen.kind === "runFailed" ? "danger" : "quiet"}
              title={words.live(seenTitles[seen.kind], seen.title)}
              href={linkOn(context, seen.url)}
              about={`#${seen.number} · ${age(seen.at, now)}`}
            />
          ))}
        </ul>
      )}
      {watched.isWatched && watched.seen.length === 0 && <p class="small quiet">{words.nothingSeen}</p>}
      {watched.isWatched && <WhichSeen send={send} of={of} />}
      {watched.isFailing && <p class="small repo-trouble">{words.failing}</p>}
      {watched.unreachable !== undefined && <p class="small repo-trouble">{words.unreachable[watched.unreachable]}</p>}
      {!watched.isWatched && <p class="small quiet">{words.watchHelp}</p>}
      <button
        type="button"
        class={`repo-add ${watched.isWatched ? "ends" : ""}`}
        aria-disabled={state.at === "sending" ? "true" : undefined}
        onClick={() => (state.at === "sending" ? undefined : void turn())}
      >
        {watched.isWatched ? words.unwatch : words.watch}
      </button>
      <ChangeProblem state={state} onSettings={context.onSettings} />
    </>
  )
}
