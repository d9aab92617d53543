/** Shows where the hub stores its data and how to export it, and signs other browsers out. */
import { Button } from "@inlay/ui/Button"
import { useState } from "preact/hooks"

import { get, request } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import type { RequestError, Settings } from "../api/types.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Failure } from "../shared/Failure.tsx"
import { Page } from "../shared/Page.tsx"
import { Ready } from "../shared/Ready.tsx"
import { navigation, settings as words } from "../words.ts"
import { accounts, download, runs } from "./export.ts"

const Export = () => {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState("")
  const [error, setError] = useState<RequestError>()
  const start = async (what: typeof runs, file: string) => {
    setBusy(true)
    setError(undefined)
    setMessage("")
    const answer = await what(get)
    setBusy(false)
    if (!answer.ok) return setError(answer.error)
    download(file, answer.value)
    setMessage(words.exported(answer.value.length))
  }
  return (
    <section class="panel" aria-labelledby="export">
      <h2 id="export">{words.export}</h2>
      <p class="lead">{words.exportHelp}</p>
      {error !== undefined && <Failure error={error} />}
      <div class="actions">
        <Button busy={isBusy} onClick={() => void start(runs, "inlay-runs.json")}>
          {words.exportRuns}
        </Button>
        <Button busy={isBusy} onClick={() => void start(accounts, "inlay-accounts.json")}>
          {words.exportAccounts}
        </Button>
        <span class="quiet" role="status">
          {message}
        </span>
      </div>
    </section>
  )
}

const Sessions = () => {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState("")
  const [error, setError] = useState<RequestError>()
  const end = async () => {
    setBusy(true)
    setError(undefined)
    setMessage("")
    const answer = await request<{ readonly ended: number }>("DELETE", "/api/session/others")
    setBusy(false)
    if (!answer.ok) return setError(answer.error)
    setMessage(words.othersSignedOut(answer.value.ended))
  }
  return (
    <section class="panel" aria-labelledby="sessions">
      <h2 id="sessions">{words.sessions}</h2>
      <p class="lead">{words.sessionsHelp}</p>
      {error !== undefined && <Failure error={error} />}
      <div class="actions">
        <Button busy={isBusy} onClick={() => void end()}>
          {words.signOthersOut}
        </Button>
        <span class="quiet" role="status">
          {message}
        </span>
      </div>
    </section>
  )
}

const Facts = ({ directory, database, key, url, version }: Settings) => (
  <dl class="facts loose">
    <div>
      <dt>{words.directory}</dt>
      <dd>
        <code>{directory}</code>
      </dd>
    </div>
    <div>
      <dt>{words.database}</dt>
      <dd>{words.databases[database]}</dd>
    </div>
    <div>
      <dt>{words.key}</dt>
      <dd>
        {words.keys[key]}
        <span class="field-help below">{words.keyHelp}</span>
      </dd>
    </div>
    <div>
      <dt>{words.address}</dt>
      <dd>{url}</dd>
    </div>
    <div>
      <dt>{words.version}</dt>
      <dd>{version}</dd>
    </div>
    <div>
      <dt>{words.api}</dt>
      <dd>
        <a href="/openapi.json">{words.openapi}</a>
      </dd>
    </div>
  </dl>
)

export const SettingsView = () => {
  const [loaded, load] = useLoaded<Settings>("/api/settings")
  return (
    <Page title={navigation.views.settings} lead={words.lead}>
      <Ready loaded={loaded} onRetry={load}>
        {(settings) => (
          <section class="panel" aria-labelledby="data">
            <h2 id="data">{words.data}</h2>
            <Facts {...settings} />
            <h3>{words.rotate}</h3>
            <Copyable text="inlay accounts rotate-key" label={words.rotate} />
          </section>
        )}
      </Ready>
      <Export />
      <Sessions />
    </Page>
  )
}
