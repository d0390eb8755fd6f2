// The worker that all windows of a browser share: one stream for the games that any of them shows.
import { clock } from "../clock";
import { Hub, type Wish } from "./hub";

const hub = new Hub((games) => new EventSource(`/api/events?games=${games.join(",")}`), clock);

addEventListener("connect", (event) => {
  const port = (event as MessageEvent).ports[0]!;
  port.onmessage = ({ data }) => hub.hear(port, data as Wish);
  // A window that crashed says nothing; newer browsers tell.
  port.addEventListener("close", () => hub.hear(port, { follow: null }));
});
