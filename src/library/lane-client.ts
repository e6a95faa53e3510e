import type { ControlClient } from "./control-client.js";
import { sign } from "./sign.js";
import type { LaneClock, Moved, SandboxLane, Simulation } from "./types.js";

/** A lane as tests use it. All but signing goes through the control API, so that all three speak one language. */
export function laneClient(name: string, url: string, api: ControlClient): SandboxLane {
  const list = async (path: string, filter?: object) => (await api.get<Record<string, never>>(path, filter))[path]!;
  const simulation = (action: Simulation["action"] | Simulation): Simulation =>
    typeof action === "string" ? { action } : action;
  return {
    name,
    url,
    clock: clockClient(api),
    sign: async (params) => sign(params),
    reset: (options = {}) => api.post("reset", options),
    drop: () => api.delete(`lanes/${name}`),
    force: (rule) => api.post("rules", rule),
    next: (then) => api.post("next", then),
    rules: () => list("rules"),
    unforce: (id) => api.delete(id === undefined ? "rules" : `rules/${encodeURIComponent(id)}`),
    load: (scenario) => api.put("scenario", typeof scenario === "string" ? { name: scenario } : scenario),
    waitFor: async (wanted: object) => (await api.post<{ matched: never[] }>("wait", wanted)).matched,
    verify: (expect) => api.post("verify", expect === undefined ? {} : { expect }),
    orders: (filter) => list("orders", filter),
    order: (id) => api.get(`orders/${id}`),
    requests: (filter) => list("requests", filter),
    request: (id) => api.get(`requests/${id}`),
    notifications: (filter) => list("notifications", filter),
    resend: (id) => api.post(`notifications/${id}/resend`),
    release: (id) => api.post(`notifications/${id}/release`),
    simulate: async (orderId, action) =>
      (await api.post<{ order: never }>(`orders/${orderId}/simulate`, simulation(action))).order,
    putToken: (token) => api.post("tokens", token),
    tokens: (filter) => list("tokens", filter),
    putMerchant: (merchantId, merchant) => api.put(`merchants/${merchantId}`, merchant),
    merchant: (merchantId) => api.get(`merchants/${merchantId}`),
    settle: async (merchantId) => (await api.post<{ settled: number }>("settle", { merchantId })).settled,
    invariants: () => api.get("invariants"),
  };
}

function clockClient(api: ControlClient): LaneClock {
  const iso = (at: string | Date): string => (typeof at === "string" ? at : at.toISOString());
  const move = (body: object): Promise<Moved> => api.put("clock", body);
  return {
    now: async () => new Date((await api.get<Moved>("clock")).now),
    freeze: (at) => move({ action: "freeze", ...(at !== undefined && { at: iso(at) }) }),
    set: (at) => move({ action: "set", at: iso(at) }),
    advance: (by) => move({ action: "advance", by }),
    resume: () => move({ action: "resume" }),
    runUntilIdle: () => move({ action: "run-until-idle" }),
  };
}
