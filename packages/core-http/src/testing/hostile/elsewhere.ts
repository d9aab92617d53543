/**
 * Endpoints that name another host, scheme or user if they are resolved against the base or appended to it as a string.
 */
import type { Group } from "./group.ts"

export const elsewhere: ReadonlyArray<Group<string>> = [
  {
    kind: "an absolute address",
    why: "a URL parser lets an absolute address replace the base",
    outcome: "refused",
    cases: [
      "http://evil.example",
      "http://evil.example/",
      "http://evil.example/x?y",
      "https://evil.example/x",
      "HTTPS://EVIL.example/x",
      "hTtP://evil.example/x",
      "http://evil.example:80/x",
      "http://evil.example#/tenant/v1/x",
      "http://evil.example?/tenant/v1/x",
      "https://api.provider.example/v1/x",
      "ws://evil.example/x",
      "wss://evil.example/x",
      "ftp://evil.example/x",
      "gopher://evil.example/_GET%20/",
      "ldap://evil.example/x",
      "dict://evil.example:11211/stat",
      "jar:http://evil.example!/x",
      "unix:///var/run/docker.sock",
      "file:///etc/passwd",
      "file://evil.example/etc/passwd"
    ]
  },
  {
    kind: "a scheme with too few or too many slashes",
    why: "URL parsers repair a special scheme's slashes into a host",
    outcome: "refused",
    cases: [
      "http:evil.example",
      "http:/evil.example",
      "http:///evil.example",
      "http:////evil.example/x",
      "https:evil.example/x",
      "https:/evil.example/x",
      "http:\\\\evil.example/x",
      "http:/\\evil.example/x",
      "http:\\/evil.example/x",
      "https:@evil.example",
      "http:/@evil.example/x",
      "http:?x",
      "http:#x",
      "http:"
    ]
  },
  {
    kind: "a scheme that is not an address",
    why: "an opaque URL has no host to compare, and whoever fetches or opens it runs or reads something",
    outcome: "refused",
    cases: [
      "javascript:alert(1)",
      "javascript://evil.example/%0aalert(1)",
      "JaVaScRiPt:alert(1)",
      "data:text/html,x",
      "data:application/json;base64,e30=",
      "blob:http://evil.example/1",
      "about:blank",
      "mailto:a@evil.example",
      "tel:1",
      "view-source:http://evil.example",
      "urn:x:y",
      "x:y"
    ]
  },
  {
    kind: "a broken scheme",
    why: "URL parsers drop tabs and line breaks, and blanks in front, before they look for a scheme",
    outcome: "refused",
    cases: [
      "ht\ttp://evil.example",
      "ht\ntp://evil.example",
      "http\r://evil.example",
      "http:\t//evil.example",
      "http:/\t/evil.example",
      "http:/\n/evil.example",
      " http://evil.example",
      "\thttp://evil.example",
      "\u0000http://evil.example",
      "\u001fhttp://evil.example",
      "\u00a0http://evil.example",
      "\ufeffhttp://evil.example",
      "java\tscript:alert(1)"
    ]
  },
  {
    kind: "a network path",
    why: "two slashes keep the scheme and name another host",
    outcome: "refused",
    cases: [
      "//evil.example",
      "//evil.example/",
      "//evil.example/tenant/v1/x",
      "///evil.example",
      "////evil.example/x",
      "//evil.example:80/x",
      "//evil.example?x",
      "//evil.example#x",
      "//",
      "///",
      "//x",
      "//./x",
      "//..//evil.example",
      "/.//evil.example",
      "/x/..//evil.example",
      "/./\\evil.example"
    ]
  },
  {
    kind: "a network path with backslashes",
    why: "for URL parsers of web addresses a backslash is a slash",
    outcome: "refused",
    cases: [
      "/\\evil.example",
      "\\/evil.example",
      "\\\\evil.example",
      "\\evil.example",
      "/\\/evil.example",
      "//\\evil.example",
      "\\\\\\evil.example",
      "/\\\\evil.example/x",
      "\\/\\/evil.example",
      "/x\\evil.example"
    ]
  },
  {
    kind: "a network path with something between the slashes",
    why: "URL parsers drop tabs and line breaks wherever they stand",
    outcome: "refused",
    cases: [
      "/\t/evil.example",
      "/\n/evil.example",
      "/\r/evil.example",
      "/\r\n/evil.example",
      "\t//evil.example",
      " //evil.example",
      "/ /evil.example",
      "/\t\\evil.example",
      "/\u0000/evil.example",
      "/\u200b/evil.example",
      "/\u00ad/evil.example",
      "/\ufeff/evil.example"
    ]
  },
  {
    kind: "a network path in disguise",
    why: "a proxy that decodes or normalises once sees two slashes",
    outcome: "refused",
    cases: [
      "/%2Fevil.example",
      "/%2fevil.example/x",
      "/%2F%2Fevil.example",
      "%2F%2Fevil.example",
      "/%252fevil.example",
      "/%25252fevil.example",
      "/%5Cevil.example",
      "/%5c%5cevil.example",
      "/%255cevil.example",
      "/\uFF0Fevil.example",
      "/%EF%BC%8Fevil.example",
      "/\uFF3Cevil.example",
      "/%EF%BC%BCevil.example",
      "/\uFE68evil.example",
      "/\u2215evil.example",
      "/\u2044evil.example",
      "/%E2%88%95evil.example",
      "/\u29F8evil.example"
    ]
  },
  {
    kind: "user info",
    why: "the part before an @ looks like the host but is not",
    outcome: "refused",
    cases: [
      "http://api.provider.example@evil.example/",
      "https://api.provider.example:443@evil.example/",
      "http://user:password@evil.example/",
      "http://@evil.example/",
      "http://:@evil.example/",
      "//api.provider.example@evil.example/",
      "//api.provider.example:x@evil.example/",
      "//@evil.example",
      "//evil.example\\@api.provider.example/",
      "//evil.example%2f@api.provider.example/",
      "http://evil.example#@api.provider.example/"
    ]
  },
  {
    kind: "an address by number",
    why: "one loopback or private address has many spellings, and a list of names knows none of them",
    outcome: "refused",
    cases: [
      "http://127.0.0.1/",
      "http://127.1/",
      "http://2130706433/",
      "http://0x7f000001/",
      "http://0x7f.0.0.1/",
      "http://0177.0.0.1/",
      "http://017700000001/",
      "http://0/",
      "http://[::1]/",
      "http://[::]/",
      "http://[0:0:0:0:0:0:0:1]/",
      "http://[::ffff:127.0.0.1]/",
      "http://[::ffff:7f00:1]/",
      "http://[64:ff9b::127.0.0.1]/",
      "http://[fe80::1%25eth0]/",
      "http://169.254.169.254/latest/meta-data/",
      "//2130706433/x",
      "//0x7f.1/x",
      "//0177.1/x",
      "//[::1]/x",
      "//[::ffff:127.0.0.1]:80/x",
      "//169.254.169.254/latest/meta-data/"
    ]
  },
  {
    kind: "a confusable host",
    why: "hosts are mapped to ASCII before they are looked up: these become an address or a dotted name",
    outcome: "refused",
    cases: [
      "http://\u24d4vil.example/",
      "http://evil\u3002example/",
      "http://evil\uff0eexample/",
      "http://\uff11\uff12\uff17.0.0.1/",
      "http://\u2460\u2461\u2466.0.0.1/",
      "//evil\u3002example/",
      "//ev\u0456l.example/",
      "//\u2170.example/",
      "//xn--evl-2uc.example/",
      "http\uff1a//evil.example/",
      "\u210bttp://evil.example/x\\"
    ]
  },
  {
    kind: "what extends a host",
    why: "joined to a base without a path, the endpoint becomes the rest of its host, its port or its user info",
    outcome: "stays",
    cases: [
      "@evil.example",
      "@evil.example/x",
      ":x@evil.example/x",
      ":80@evil.example/x",
      ".evil.example",
      ".evil.example/x",
      "-evil.example/x",
      ":8080",
      ":80/x",
      "evil.example",
      "evil.example/x",
      "evil.example:80",
      "/@evil.example",
      "/:80@evil.example",
      "/http:evil.example",
      "/http:/evil.example",
      "/evil.example"
    ]
  }
]
