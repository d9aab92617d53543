/**
 * A repository in the popup: what waits for the user, what starts agents, the runs, and what is left of the rate limit.
 */
import { visible } from "@inlay/ui/text/visible"

import {
  needs,
  repository as words,
  runs as runWords,
  triggers as triggerWords,
  who
} from "../../../locales/repository.ts"
import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { nameAtHub, wayOf } from "../../../messaging/way.ts"
import { Head } from "../../../ui/Head.tsx"
import { Select } from "../../../ui/Select.tsx"
import type { Shell } from "../../../ui/shell.ts"
import { age } from "../../../ui/text/moment.ts"
import { LineChoice } from "../../page-line/view/line-choice.tsx"
import type { RepositoryFacts, RepositoryPage } from "../requests.ts"
import type { RepositoryContext } from "./context.ts"
import { Foot } from "./parts/foot.tsx"
import { linkOn } from "./parts/line.tsx"
import { Needs } from "./parts/needs.tsx"
import { Part } from "./parts/part.tsx"
import { headingOf as polledHeading, Polled } from "./parts/polled.tsx"
import { RunList } from "./parts/runs.tsx"
import { headingOf as hubHeading, Triggers } from "./parts/triggers.tsx"
import { Invisible, isInvisible, Problem } from "./problem.tsx"
import { useRepository, type RepositoryData } from "./use-repository.ts"

const accountName = (account: string): string =>
  wayOf({ account }) === "hub" ? words.account(nameAtHub({ account }), true) : words.account(account, false)

const subtitleOf = ({ branch, pushedAt, login }: RepositoryFacts, now: number): string =>
  words.subtitle(branch, pushedAt === null ? null : age(pushedAt, now), visible(login))

type PartProps = {
  readonly data: RepositoryData
  readonly context: RepositoryContext
  readonly part: { readonly isTold: (error: Failure) => boolean; readonly onSettings: () => void }
}

const TriggersPart = ({ data: { triggers, events, isLost, onTriggerChange }, context, part }: PartProps) => (
  <Part
    {...part}
    title={triggerWords.title}
    side={
      triggers.output !== undefined && (
        <span class="small quiet">
          {hubHeading(triggers.output.triggers ?? [])}{" "}
          <span class={isLost ? "danger" : "good"} aria-hidden="true">
            ●
          </span>
        </span>
      )
    }
    of={triggers}
  >
    {(value) => (
      <Triggers
        triggers={value.triggers ?? []}
        events={events}
        isLost={isLost}
        context={context}
        onChange={onTriggerChange}
      />
    )}
  </Part>
)

/** Without access to the repository, only a watch that can be ended is shown. */
const WatchedPart = ({ data: { watched, isUnreadable }, context, part }: PartProps) => {
  if (isUnreadable && watched.output?.isWatched !== true) return null
  return (
    <Part
      {...part}
      title={triggerWords.title}
      side={watched.output !== undefined && <span class="small quiet">{polledHeading(watched.output)}</span>}
      of={watched}
    >
      {(value) => <Polled watched={value} context={context} onChange={watched.reload} />}
    </Part>
  )
}

export const Repository = (props: {
  readonly send: Send
  readonly shell: Shell
  readonly page: Extract<RepositoryPage, { readonly state: "repository" }>
  /** The tab's address. */
  readonly address: string
  /** The tab of the page; absent if the address is a link's. */
  readonly tabId?: number
  readonly onAccount: (account: string) => void
}) => {
  const { send, shell, page, address, tabId, onAccount } = props
  const { of, names, shows } = page
  const data = useRepository(send, of)
  const { facts, runs, asked, waiting, now, main, isUnreadable, isTold } = data
  const name = facts?.name ?? `${of.owner}/${of.repo}`
  const context: RepositoryContext = {
    send,
    of,
    name: visible(name),
    facts,
    who: who.as(facts?.login ?? "", accountName(of.account)),
    page: address,
    now,
    onSettings: shell.onSettings
  }
  const part = { isTold, onSettings: shell.onSettings }
  const allRuns = linkOn(context, "actions")
  return (
    <section class="popup repo">
      <Head
        shell={shell}
        title={visible(name)}
        {...(facts !== undefined && { subtitle: subtitleOf(facts, now) })}
        {...(data.isLoading && { subtitle: words.loading })}
      >
        {names.length > 1 && (
          <Select
            class="account-choice"
            label={words.by}
            options={names.map((one) => [one, accountName(one)])}
            value={of.account}
            onChoose={onAccount}
          />
        )}
        {facts?.isArchived === true && <p class="small repo-trouble">{words.archived}</p>}
      </Head>
      {main !== undefined && (
        <div class="repo-part">
          {isInvisible(main) ? (
            <Invisible account={accountName(of.account)} error={main} onSettings={shell.onSettings} />
          ) : (
            <Problem error={main} onRetry={data.reloadAll} onSettings={shell.onSettings} />
          )}
        </div>
      )}
      <Part
        {...part}
        title={needs.title}
        side={
          waiting.count > 0 && (
            <span class="repo-count" aria-label={needs.count(waiting.count)}>
              {waiting.count}
            </span>
          )
        }
        of={data.waitingAnswer}
      >
        {() => (
          <Needs
            waiting={waiting}
            context={context}
            lacksMentions={asked.output?.mentions === null}
            rerun={data.rerun}
            onRerun={data.onRerun}
          />
        )}
      </Part>
      {asked.failure !== undefined && !isTold(asked.failure) && (
        <div class="repo-part continued">
          <Problem error={asked.failure} onRetry={asked.reload} onSettings={shell.onSettings} />
        </div>
      )}
      {wayOf(of) === "hub" ? (
        <TriggersPart data={data} context={context} part={part} />
      ) : (
        <WatchedPart data={data} context={context} part={part} />
      )}
      {!shows.includes("runs") && runs.output !== undefined && (
        <Part
          {...part}
          title={runWords.title}
          side={
            allRuns !== undefined && (
              <a class="small" href={allRuns} target="_blank" rel="noopener noreferrer">
                {runWords.all} <span class="outward" aria-hidden="true" />
                <span class="unseen"> ({words.newTab})</span>
              </a>
            )
          }
          of={runs}
        >
          {(value) => <RunList runs={value} context={context} />}
        </Part>
      )}
      {tabId !== undefined && <LineChoice {...{ send, tabId, address }} />}
      <Foot context={context} isUnreadable={isUnreadable} limit={data.limit} onStarted={runs.reload} />
    </section>
  )
}
