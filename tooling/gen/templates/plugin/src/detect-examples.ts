/** Example addresses for the detector, as its tests and the documents use them. */
export const hosts = ["starter.example", "127.0.0.1:4680"]

/** Address -> what it is about. */
export const finds = {
  "https://starter.example/items/itm_1": "item",
  "https://www.starter.example/items/itm_1/?tab=history#last": "item",
  "http://127.0.0.1:4680/items/itm_1": "item"
} as const

/** Addresses near those that are about nothing. */
export const ignores = [
  "https://starter.example/",
  "https://starter.example/items",
  "https://starter.example/items/itm_1/edit",
  "https://starter.example.evil.example/items/itm_1",
  "https://notstarter.example/items/itm_1",
  "ftp://starter.example/items/itm_1",
  "about:blank",
  "not an address"
]
