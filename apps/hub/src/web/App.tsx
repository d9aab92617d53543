/** The console's root: the session, the current route and its view. */
import { Mark } from "@inlay/ui/Icon"
import { useCallback, useEffect, useState } from "preact/hooks"

import { Activity } from "./activity/Activity.tsx"
import { Agents } from "./agents/Agents.tsx"
import { get, request, whenSignedOut } from "./api/client.ts"
import type { RequestError, Session } from "./api/types.ts"
import { Deliveries } from "./deliveries/Deliveries.tsx"
import { DeliveryPage } from "./deliveries/DeliveryPage.tsx"
import { Integrations } from "./integrations/Integrations.tsx"
import { linkTo, usePlace, type Place } from "./route.ts"
import { SettingsView } from "./settings/Settings.tsx"
import { Failure } from "./shared/Failure.tsx"
import { Loading } from "./shared/Loading.tsx"
import { SignInPage } from "./SignInPage.tsx"
import { ToolPage } from "./tools/ToolPage.tsx"
import { Tools } from "./tools/Tools.tsx"
import { ChooseTrigger } from "./triggers/ChooseTrigger.tsx"
import { Subscribe } from "./triggers/Subscribe.tsx"
import { SubscriptionPage } from "./triggers/SubscriptionPage.tsx"
import { Subscriptions } from "./triggers/Subscriptions.tsx"
import { navigation as words, type View } from "./words.ts"

const VIEWS: ReadonlyArray<View> = ["integrations", "tools", "triggers", "deliveries", "activity", "agents", "settings"]

const viewOf = ([first]: Place): View => VIEWS.find((view) => view === first) ?? "integrations"

const Shown = ({ view, place }: { readonly view: View; readonly place: Place }) => {
  const [, second, third, fourth] = place
  switch (view) {
    case "integrations":
      return <Integrations plugin={second} action={third} account={fourth} />
    case "tools":
      return second === undefined ? <Tools /> : <ToolPage key={second} id={second} />
    case "triggers":
      if (second === undefined) return <Subscriptions />
      if (second !== "new") return <SubscriptionPage key={second} id={second} />
      return third === undefined ? <ChooseTrigger /> : <Subscribe key={third} id={third} />
    case "deliveries":
      if (second === "of") return <Deliveries key={third} subscription={third} />
      return second === undefined ? <Deliveries /> : <DeliveryPage key={second} id={second} />
    case "activity":
      return <Activity />
    case "agents":
      return <Agents />
    case "settings":
      return <SettingsView />
  }
}

const Console = ({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) => {
  const place = usePlace()
  const view = viewOf(place)
  const where = place.join("/")
  // Shown on the page where it happened.
  const [failure, setFailure] = useState<{ readonly where: string; readonly error: RequestError }>()
  useEffect(() => {
    document.title = `${words.views[view]} · Inlay`
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [where, view])
  const leave = async () => {
    const answer = await request("DELETE", "/api/session")
    if (answer.ok || answer.error.status === 401) onEnd()
    else setFailure({ where, error: answer.error })
  }
  return (
    <div class="console">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.querySelector<HTMLElement>("main")?.focus()
        }}
      >
        {words.skip}
      </a>
      <header class="side">
        <a class="brand" href={linkTo("integrations")} aria-label={words.home}>
          <Mark size={24} />
          <span>Inlay</span>
        </a>
        <nav aria-label={words.label}>
          <ul>
            {VIEWS.map((one) => (
              <li key={one}>
                <a href={linkTo(one)} aria-current={one === view ? "page" : undefined}>
                  {words.views[one]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="side-foot">
          <button type="button" class="button bare" onClick={() => void leave()}>
            {words.signOut}
          </button>
          <span class="quiet small">{session.version}</span>
        </div>
      </header>
      <main id="main" tabIndex={-1} aria-label={words.views[view]}>
        {failure?.where === where && <Failure error={failure.error} onRetry={() => void leave()} />}
        <Shown view={view} place={place} />
      </main>
    </div>
  )
}

type Entry =
  | { readonly at: "asking" }
  | { readonly at: "out" }
  | { readonly at: "in"; readonly session: Session }
  | { readonly at: "failed"; readonly error: RequestError }

export const App = () => {
  const [entry, setEntry] = useState<Entry>({ at: "asking" })
  const out = useCallback(() => setEntry({ at: "out" }), [])
  const ask = useCallback(async () => {
    setEntry({ at: "asking" })
    const answer = await get<Session>("/api/session")
    if (answer.ok) setEntry({ at: "in", session: answer.value })
    else setEntry(answer.error.status === 401 ? { at: "out" } : { at: "failed", error: answer.error })
  }, [])
  const isSigningIn = location.pathname === "/sign-in"
  useEffect(() => {
    whenSignedOut(out)
    if (!isSigningIn) void ask()
  }, [])
  if (isSigningIn || entry.at === "out")
    return <SignInPage isLink={isSigningIn} onSignedIn={() => (isSigningIn ? location.replace("/") : void ask())} />
  if (entry.at === "in") return <Console session={entry.session} onEnd={out} />
  return (
    <main class="alone">
      {entry.at === "failed" ? <Failure error={entry.error} onRetry={() => void ask()} /> : <Loading />}
    </main>
  )
}
