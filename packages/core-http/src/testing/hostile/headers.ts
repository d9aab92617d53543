/** Headers that a caller must not set, and some that it may set. */
import type { Group } from "./group.ts"

/** All headers of one call, as entries, so that `__proto__` is an ordinary name. */
export type Headers = ReadonlyArray<readonly [name: string, value: unknown]>

const one = (value: string, ...names: ReadonlyArray<string>): ReadonlyArray<Headers> =>
  names.map((name) => [[name, value]])

const valuesAsHeaders = (...values: ReadonlyArray<unknown>): ReadonlyArray<Headers> =>
  values.map((value) => [["x-note", value]])

export const hostileHeaders: ReadonlyArray<Group<Headers>> = [
  {
    kind: "framing",
    why: "they say where a message ends or how it is written, and so what the next one is",
    outcome: "refused",
    cases: [
      ...one("evil.example", "host", "Host", "HOST"),
      ...one("0", "content-length", "Content-Length"),
      ...one("chunked", "transfer-encoding", "Transfer-Encoding", "te", "trailer", "trailers"),
      ...one("close", "connection", "keep-alive"),
      ...one("gzip", "content-encoding", "accept-encoding"),
      ...one("bytes 0-1/2", "content-range"),
      ...one("h2c", "upgrade", "http2-settings"),
      ...one("100-continue", "expect")
    ]
  },
  {
    kind: "routing",
    why: "they tell a proxy or the server another sender, host or path than the one that was judged",
    outcome: "refused",
    cases: [
      ...one("for=127.0.0.1;host=evil.example", "forwarded"),
      ...one("evil.example", "x-forwarded-host", "x-host", "x-http-host-override", "x-original-host"),
      ...one("127.0.0.1", "x-forwarded-for", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"),
      ...one("127.0.0.1", "x-remote-addr", "x-originating-ip", "proxy-connection", "proxy-x", "via"),
      ...one("/admin", "x-original-url", "x-rewrite-url", "x-accel-redirect", "x-forwarded-prefix"),
      ...one("https", "x-forwarded-proto", "front-end-https", "x-proto"),
      ...one(
        "evil.example:443",
        "alt-used",
        "destination",
        "x-destination",
        "x-route-to",
        "x-backend",
        "x-upstream-url"
      )
    ]
  },
  {
    kind: "speaking for somebody else",
    why: "services and the gateways before them take them for who asks, or for whom: none of it is the author's to choose",
    outcome: "refused",
    cases: [
      ...one(
        "alice",
        "sudo",
        "Sudo",
        "x-sudo",
        "su",
        "x-su-user",
        "from",
        "act-as",
        "x-acting-as",
        "x-run-as",
        "as-user"
      ),
      ...one("alice", "impersonate-user", "Impersonate-Group", "impersonate-extra-scopes", "x-impersonate", "x-assume"),
      ...one("alice", "on-behalf-of", "x-on-behalf-of", "x-ms-on-behalf-of-other", "x-delegated-for", "x-for"),
      ...one("alice", "x-user", "x-user-id", "x-userid", "x-username", "x-user-email", "x-uid", "x-email", "x-login"),
      ...one("alice", "x-remote-user", "remote-user", "x-webauth-user", "x-authenticated-user", "x-forwarded-user"),
      ...one("alice", "x-goog-authenticated-user-email", "cf-access-authenticated-user-email", "x-authentik-groups"),
      ...one(
        "alice",
        "x-ms-client-principal",
        "x-ms-client-principal-name",
        "x-amzn-oidc-identity",
        "tailscale-user-login"
      ),
      ...one(
        "alice",
        "x-consumer-username",
        "x-credential-identifier",
        "x-pomerium-claim-email",
        "x-endpoint-api-userinfo"
      ),
      ...one("alice", "x-anchormailbox", "x-mailbox", "x-actor", "x-caller", "x-sender", "x-subject", "x-principal"),
      ...one("admin", "x-role", "x-roles", "x-hasura-role", "x-admin", "x-permissions", "x-internal-call", "x-trusted"),
      ...one("acme", "x-tenant", "x-tenant-id", "x-account-id", "stripe-account", "x-org", "x-scope-orgid"),
      ...one(
        "acme",
        "openai-organization",
        "x-workspace",
        "x-vendor-user-project",
        "x-namespace",
        "x-team",
        "x-domain"
      ),
      ...one("cn=alice", "x-client-cert", "ssl-client-s-dn", "x-ssl-client-verify", "x-client-dn", "x-spiffe-id"),
      ...one("bot/1.0", "user-agent", "User-Agent", "x-agent", "x-client-id", "x-device-id", "x-client-version")
    ]
  },
  {
    kind: "marks of a repeat",
    why: "a provider that honours one answers a second request with what it answered the first, about somebody else",
    outcome: "refused",
    cases: [
      ...one("1", "idempotency-key", "Idempotency-Key", "idempotency_key", "x-idempotency-key", "idempotence-key"),
      ...one(
        "1",
        "i-twilio-idempotency-token",
        "x-idempotent-id",
        "repeatability-request-id",
        "repeatability-first-sent"
      ),
      ...one(
        "1",
        "x-request-id",
        "request-id",
        "paypal-request-id",
        "client-request-id",
        "x-requestid",
        "x-request-key"
      ),
      ...one("1", "x-dedupe-key", "x-deduplication", "x-nonce", "x-correlation-id", "x-transaction-id", "x-message-id"),
      ...one("1", "x-retry", "x-retry-attempt", "x-unique-key", "x-operation-id"),
      ...one(
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "traceparent",
        "x-trace-id",
        "b3",
        "x-b3-spanid"
      ),
      ...one("a=b", "baggage", "tracestate", "x-cloud-trace-context")
    ]
  },
  {
    kind: "unknown headers",
    why: "a name of one word is a protocol's or a server's own: it frames, routes or identifies",
    outcome: "refused",
    cases: one("1", "user", "token", "admin", "debug", "soapaction", "priority", "destination", "something")
  },
  {
    kind: "credentials",
    why: "the account's are the client's to send; another's would act for somebody else",
    outcome: "refused",
    cases: [
      ...one("Bearer x", "authorization", "Authorization", "AUTHORIZATION", "proxy-authorization"),
      ...one("a=b", "cookie", "Cookie", "cookie2", "set-cookie"),
      ...one(
        "x",
        "x-api-key",
        "api-key",
        "x-auth-token",
        "private-token",
        "x-access-token",
        "x-csrf-token",
        "idempotency-api-key"
      )
    ]
  },
  {
    kind: "method overrides",
    why: "they change a read or a POST into another method after the check",
    outcome: "refused",
    cases: one(
      "DELETE",
      "x-http-method-override",
      "X-HTTP-Method-Override",
      "x-http-method",
      "x-method-override",
      "x-restli-method",
      "x-amz-target",
      "x-operation"
    )
  },
  {
    kind: "the browser's own",
    why: "servers trust them because a page cannot write them",
    outcome: "refused",
    cases: [
      ...one("https://evil.example", "origin", "referer"),
      ...one("same-origin", "sec-fetch-site", "sec-websocket-protocol"),
      ...one("POST", "access-control-request-method")
    ]
  },
  {
    kind: "the same names in disguise",
    why: "CGI and its heirs read other signs in a name as a hyphen or an underscore",
    outcome: "refused",
    cases: one("x", "x_forwarded_for", "Content_Length", "transfer.encoding", "x_http_method_override", "X_API_KEY")
  },
  {
    kind: "invalid names",
    why: "they would break the line, name an HTTP/2 pseudo-header, or reach an object's prototype",
    outcome: "refused",
    cases: [
      ...one("x", "", " ", "x note", "x-note ", " x-note", "x-note:", "x-note\r\nhost", "x\u0000", "x\tnote"),
      ...one("/admin", ":path", ":authority", ":method"),
      ...one("x", "x-n\u00f6te", "x\u2010note", "\uff48ost", "x\u200bnote", "(x)", "x/note", '"x"', "x@note"),
      ...one("x", "__proto__", "constructor", "toString", "prototype\u0000")
    ]
  },
  {
    kind: "invalid values",
    why: "they would end the line, be cut to another character, or be read differently by each reader",
    outcome: "refused",
    cases: [
      ...valuesAsHeaders(
        "a\r\nhost: evil.example",
        "a\nhost: evil.example",
        "a\rb",
        "a\r\n b",
        "\r\n\r\nGET / HTTP/1.1"
      ),
      ...valuesAsHeaders("a\u0000", "a\u001b[31m", "a\tb", "a\u007f", "a\u0085b", "\u010d\u010ahost:evil.example"),
      ...valuesAsHeaders("", " ", " a", "a ", "\u00e9", "\u4e2d", "a\u200bb", "a\u202eb", "\ud83d", "a\u00a0")
    ]
  },
  {
    kind: "a body that is something else",
    why: "read as a form, the fields would be other ones than those that were judged",
    outcome: "refused",
    cases: one("application/x-www-form-urlencoded", "content-type", "Content-Type").concat(
      one("text/plain", "content-type"),
      one("application/json; charset=utf-7", "content-type"),
      one("multipart/form-data; boundary=x", "content-type")
    )
  },
  {
    kind: "too many, too long, twice",
    why: "which one counts, or where a server stops reading, is anybody's guess",
    outcome: "refused",
    cases: [
      [
        ["accept", "application/json"],
        ["Accept", "text/html"]
      ],
      [
        ["x-note", "a"],
        ["x_note", "b"]
      ],
      Array.from({ length: 100 }, (_, n) => [`x-note-${n}`, "a"] as const),
      [["x-note", "a".repeat(10_000)]],
      [["x".repeat(10_000), "a"]]
    ]
  },
  {
    kind: "values that are not strings",
    why: "a library would turn it into an unintended string",
    outcome: "refused",
    cases: valuesAsHeaders(1, true, null, ["a"], ["a\r\nhost: evil.example"], { toString: "x" })
  }
]

/** Headers that are sent as written, with names in lower case. */
export const validHeaders: ReadonlyArray<Headers> = [
  [["accept", "application/vnd.vendor+json"]],
  [["Accept", "application/json; q=0.9, */*"]],
  [["ACCEPT", "*/*"]],
  [["accept-language", "en-NZ, mi;q=0.8"]],
  [["Content-Type", "application/merge-patch+json"]],
  [["content-type", "application/json; charset=utf-8"]],
  [["If-None-Match", 'W/"686897696a7c876b7e"']],
  [["if-modified-since", "Tue, 10 Mar 2026 12:00:00 GMT"]],
  [["prefer", "return=minimal"]],
  [["range", "bytes=0-99"]],
  [["if-match", '"686897696a7c876b7e"']],
  [["cache-control", "no-cache"]],
  [["X-Vendor-Api-Version", "2022-11-28"]],
  [["vendor-beta", "next-2026"]],
  [["x-vendor-fieldmask", "people.name"]],
  [["x-vendor-features", "previews"]],
  [["X-Github-Next-Global-ID", "1"]],
  [["x-include-authors", "true"]],
  [
    ["x-note", 'text with  spaces, "quotes"; (signs) <and> {so} on'],
    ["x-other", "~"]
  ]
]
