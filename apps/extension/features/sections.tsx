/**
 * Draws the sections of the popup and the panel that apply to the page, starting with the one about the page's subject.
 * Sections are independent: a slow one appears later in its place, and a failing one shows its error; neither delays
 * the others. If no section has anything to show, the popup says so, why, and on which pages one would.
 */
import { useCallback, useEffect, useErrorBoundary, useLayoutEffect, useState } from "preact/hooks"

import { Head } from "../ui/Head.tsx"
import type { Section, SectionProps, Tab, Topic } from "./section.ts"

const ORDER: ReadonlyArray<Topic> = ["subject", "site", "beside"]

interface Part {
  readonly name: string
  readonly within: string | undefined
  readonly topic: Topic
  readonly heading: Section["heading"]
  readonly view: Section["view"] | undefined
  /** Why the feature failed to decide whether it applies. */
  readonly error?: unknown
}

const partOf = (
  [name, { applies, heading, view, within }]: readonly [string, Section],
  address: string
): ReadonlyArray<Part> => {
  try {
    const topic = applies(address)
    return topic === undefined ? [] : [{ name, within, topic, heading, view }]
  } catch (error) {
    return [{ name, within, topic: "beside", heading: undefined, view: undefined, error }]
  }
}

const partsOf = (sections: Readonly<Record<string, Section>>, address: string): ReadonlyArray<Part> =>
  Object.entries(sections)
    .flatMap((entry) => partOf(entry, address))
    .toSorted((a, b) => ORDER.indexOf(a.topic) - ORDER.indexOf(b.topic))

/** Loads a view once it is needed. An error if it cannot be loaded. */
const useLoaded = <A extends object>(load: (() => Promise<A>) | undefined): A | Error | undefined => {
  const [loaded, setLoaded] = useState<A | Error>()
  // Runs before the first frame rather than after it, so that what is loaded appears one frame sooner.
  useLayoutEffect(() => {
    const loading = async () => load?.()
    void loading().then(setLoaded, setLoaded)
  }, [load === undefined])
  return loaded
}

/** A section that could not be shown. Without the view that says so, such as after an update, the bare error does. */
const Failed = ({ name, error }: { readonly name: string; readonly error: unknown }) => {
  const loaded = useLoaded(() => import("./section-problem.tsx"))
  const why = error instanceof Error ? error.message : null
  return (
    <section class="body">
      {loaded instanceof Error ? <p>{why ?? name}</p> : loaded && <loaded.SectionProblem name={name} why={why} />}
    </section>
  )
}

const Lazy = ({ part, ...props }: SectionProps & { readonly part: Part }) => {
  const { name, heading, view, error } = part
  const loaded = useLoaded(view !== undefined && "load" in view ? view.load : undefined)
  const [title, setTitle] = useState<string>()
  const [drawError] = useErrorBoundary()
  const { address } = props.tab
  useLayoutEffect(() => {
    let newest = true
    // A heading that fails is left out: the view shows what is wrong.
    void heading?.(address).then(
      (now) => (newest ? setTitle(now) : undefined),
      () => undefined
    )
    return () => {
      newest = false
      setTitle(undefined)
    }
  }, [heading, address])
  const failure: unknown = drawError ?? error ?? (loaded instanceof Error ? loaded : undefined)
  if (failure !== undefined) return <Failed name={name} error={failure} />
  const View = typeof view === "function" ? view : loaded instanceof Error ? undefined : loaded?.View
  if (View !== undefined) return <View {...props} />
  return title !== undefined && props.shell.isFirst ? (
    <section class="popup" aria-busy="true">
      <Head shell={props.shell} title={title} />
    </section>
  ) : null
}

export const Sections = (props: {
  readonly of: Readonly<Record<string, Section>>
  readonly tab: Tab
  readonly onSettings: () => void
  readonly onPanel?: () => void
}) => {
  const { of, tab, onSettings, onPanel } = props
  const around = { onSettings, onPanel, isBeside: tab.isBeside === true }
  const [reasons, setReasons] = useState<Readonly<Record<string, string | undefined>>>({})
  const tell = useCallback(
    (name: string, why: string | undefined) => setReasons((all) => (all[name] === why ? all : { ...all, [name]: why })),
    []
  )
  const [recordOf, setRecordOf] = useState<string>()
  const [, setLate] = useState("")
  useEffect(() => {
    const redraw = (now: boolean) => now && setLate(tab.address)
    for (const { appliesNow } of Object.values(of)) appliesNow?.(tab).then(redraw, () => undefined)
  }, [of, tab.address])
  const parts = partsOf(of, tab.address)
    .filter(({ within }) => within === undefined || within !== recordOf)
    .toSorted((a, b) => Number(b.name === recordOf) - Number(a.name === recordOf))
  const first = parts.find(({ name }) => reasons[name] === undefined)
  const nothing = useLoaded(first === undefined ? () => import("./nothing-here.tsx") : undefined)
  return (
    <>
      {parts.map((part) => (
        <Lazy
          key={part.name}
          part={part}
          tab={tab}
          shell={{ isFirst: part === first, ...around }}
          onNothing={(why) => tell(part.name, why)}
          onRecord={(shows) => setRecordOf((name) => (shows ? part.name : name === part.name ? undefined : name))}
        />
      ))}
      {first === undefined && nothing !== undefined && !(nothing instanceof Error) && (
        <nothing.NothingHere
          shell={{ isFirst: true, ...around }}
          reasons={parts.flatMap(({ name }) => reasons[name] || [])}
        />
      )}
    </>
  )
}
