/** Shows where the hub stores its data and how to export it, and signs other browsers out. */
import { Button } from "@inlay/ui/Button"
import { useState } from "preact/hooks"

import { request, type Answer } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import { useSending } from "../api/sending.ts"
import type { Settings } from "../api/types.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Facts, type Fact } from "../shared/Facts.tsx"
import { Failure } from "../shared/Failure.tsx"
import { Page } from "../shared/Page.tsx"
import { navigation, settings as words } from "../words.ts"
import { accounts, download, runs } from "./export.ts"

interface Act {
  readonly label: string
  /** Returns what to tell the user of it. */
  readonly run: () => Promise<Answer<string>>
}

const ActPanel = (props: {
  readonly id: string
  readonly title: string
  readonly help: string
  readonly acts: ReadonlyArray<Act>
}) => {
  const [message, setMessage] = useState("")
  const { isBusy, error, send } = useSending()
  const start = async (run: Act["run"]) => {
    setMessage("")
    const answer = await send(run())
    if (answer.ok) setMessage(answer.value)
  }
  return (
    <section class="panel" aria-labelledby={props.id}>
      <h2 id={props.id}>{props.title}</h2>
      <p class="lead">{props.help}</p>
      <Failure error={error} />
      <div class="actions">
        {props.acts.map(({ label, run }) => (
          <Button key={label} busy={isBusy} onClick={() => void start(run)}>
            {label}
          </Button>
        ))}
        <span class="quiet" role="status">
          {message}
        </span>
      </div>
    </section>
  )
}

const save = async (what: typeof runs, file: string): Promise<Answer<string>> => {
  const answer = await what()
  if (!answer.ok) return answer
  download(file, answer.value)
  return { ok: true, value: words.exported(answer.value.length) }
}

const signOthersOut = async (): Promise<Answer<string>> => {
  const answer = await request<{ readonly ended: number }>("DELETE", "/api/session/others")
  return answer.ok ? { ok: true, value: words.othersSignedOut(answer.value.ended) } : answer
}

const EXPORTS: ReadonlyArray<Act> = [
  { label: words.exportRuns, run: () => save(runs, "inlay-runs.json") },
  { label: words.exportAccounts, run: () => save(accounts, "inlay-accounts.json") }
]
const SIGN_OUTS: ReadonlyArray<Act> = [{ label: words.signOthersOut, run: signOthersOut }]

const PENDING = "…"

/** With their names at once, so that nothing moves when the values arrive. */
const factsOf = (settings: Settings | undefined): ReadonlyArray<Fact> => [
  [words.directory, <code>{settings?.directory ?? PENDING}</code>],
  [words.database, settings === undefined ? PENDING : words.databases[settings.database]],
  [
    words.key,
    <>
      {settings === undefined ? PENDING : words.keys[settings.key]}
      <span class="field-help below">{words.keyHelp}</span>
    </>
  ],
  [words.address, settings?.url ?? PENDING],
  [words.version, settings?.version ?? PENDING],
  [words.api, <a href="/openapi.json">{words.openapi}</a>]
]

export const SettingsView = () => {
  const [loaded, load] = useLoaded<Settings>("/api/settings")
  return (
    <Page title={navigation.views.settings} lead={words.lead}>
      <section class="panel" aria-labelledby="data">
        <h2 id="data">{words.data}</h2>
        {loaded.state === "failed" ? (
          <Failure error={loaded.error} onRetry={load} />
        ) : (
          <Facts facts={factsOf(loaded.value)} isLoose isBusy={loaded.value === undefined} />
        )}
        <h3>{words.rotate}</h3>
        <Copyable text="inlay accounts rotate-key" label={words.rotate} />
      </section>
      <ActPanel id="export" title={words.export} help={words.exportHelp} acts={EXPORTS} />
      <ActPanel id="sessions" title={words.sessions} help={words.sessionsHelp} acts={SIGN_OUTS} />
    </Page>
  )
}
