// The items that this service knows. Nobody and nothing in them exists.

export const items = [
  {
    id: "itm_1",
    name: "First item",
    url: "https://starter.example/items/itm_1",
    updated_at: "2026-01-01T09:00:00Z",
    labels: ["new"]
  },
  {
    id: "itm_2",
    name: "Second item",
    url: "https://starter.example/items/itm_2",
    updated_at: "2026-01-02T09:00:00Z",
    labels: []
  }
]
