/** What the generated OpenAPI document lacks: who may call, the statuses of the guard, and the event feed. */

/** An operation of the document, as far as it is changed here. */
interface Operation {
  readonly operationId: string
  readonly security?: unknown
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

interface Parameter {
  readonly description?: string
  readonly schema: { readonly type?: string; readonly description?: string; readonly contentSchema?: object }
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Operations that need no token: they check credentials of their own, or only prove that this is the hub. */
const OPEN = new Set(["session.open", "pairing.hub", "pairing.pair"])

const failure = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } }
})

/** The guard's responses, which come before any endpoint's own. */
const guardResponses = (hasBody: boolean) => ({
  ...(hasBody && {
    413: failure("The body is too large"),
    415: failure("The body is not JSON")
  }),
  421: failure("The request is for another host than this hub's")
})

const query = (name: string, description: string) => ({ name, in: "query", description, schema: { type: "string" } })

const text = (description: string) => ({ type: "string", description })

const texts = (description: string) => ({ type: "array", items: { type: "string" }, description })

/** `GET /api/events`, whose stream of server-sent events no endpoint of `HttpApi` describes. */
const events = {
  tags: ["events"],
  operationId: "events.follow",
  summary: "Follow the events of the caller's accounts, as a stream or page by page",
  description:
    "One page of at most 100 events after `cursor`. With `accept: text/event-stream`, server-sent events, each with its cursor as `id`; a stream goes on after `Last-Event-ID`. Without a cursor, only later events; so too after a cursor that is later than every event, as before the database was restored. The header `inlay-cursor` of a stream, and the `cursor` of a page, say where to go on.",
  parameters: [
    query("cursor", "The cursor of the last event that was read"),
    query("trigger", "Only events of this trigger, such as codehost_new_issue"),
    query("account", "Only events of this account, as `plugin/name`"),
    query("place", "Only events of this place, such as repos/acme/widgets"),
    { name: "Last-Event-ID", in: "header", description: "As `cursor`, and preferred to it", schema: { type: "string" } }
  ],
  responses: {
    200: {
      description: "The stream, or a page",
      content: {
        "text/event-stream": { schema: { type: "string" } },
        "application/json": {
          schema: {
            type: "object",
            required: ["events", "cursor"],
            properties: {
              events: {
                type: "array",
                items: {
                  type: "object",
                  required: ["eventId", "name", "timestamp", "account", "source", "data", "cursor"],
                  properties: {
                    eventId: text("The same whichever way the event arrived, until its account is renamed"),
                    name: text("The trigger"),
                    timestamp: { type: "string" },
                    account: text("`plugin/name`"),
                    source: text("How the event arrived"),
                    actor: text("Who caused it at the service, if that is known"),
                    causedBy: { description: "The event whose agent made this change; only in chains" },
                    refusedBy: texts("Subscriptions whose filters it did not pass"),
                    data: { description: "The event, as the service and its users wrote it" },
                    hiddenCharacters: texts("Where `data` holds characters that a reader would not see"),
                    cursor: { type: "string" }
                  }
                }
              },
              cursor: text("Where the next page begins")
            }
          }
        }
      }
    },
    400: failure("The cursor is none of an event, or a parameter is unknown"),
    401: failure("The hub's own token is missing or invalid"),
    403: failure("The request comes from another site's page"),
    404: failure("The trigger or the account does not exist"),
    429: failure("The caller has too many streams open"),
    503: failure("The database cannot be read now")
  }
}

/** A parameter as its readers see it: with its description, and as the number that its text holds. */
const parameterOf = ({ schema: { description, contentSchema, ...schema }, ...parameter }: Parameter): Parameter => ({
  ...parameter,
  ...(description !== undefined && { description }),
  schema: contentSchema ?? schema
})

const withGuard = ({ security: _none, ...operation }: Operation): Operation => ({
  ...operation,
  ...(operation.parameters && { parameters: operation.parameters.map(parameterOf) }),
  ...(OPEN.has(operation.operationId) && { security: [] }),
  responses: { ...operation.responses, ...guardResponses(operation.requestBody !== undefined) }
})

/** Completes the document. Requests authenticate with a hub token, or with the console's cookie. */
export const complete = (document: Record<string, unknown>): Record<string, unknown> => {
  const paths = { ...(document["paths"] as Paths), "/api/events": { get: events } }
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, withGuard(operation)]))
      ])
    ),
    components: {
      ...(document["components"] as object | undefined),
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "A hub token: `inlay tokens create`" } }
    },
    security: [{ token: [] }]
  }
}
