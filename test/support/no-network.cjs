// Preloaded into a process and its worker threads: no socket leaves it, and each attempt is written to the file ATTEMPTS names.
const { appendFileSync } = require("node:fs");
const dgram = require("node:dgram");
const dns = require("node:dns");
const net = require("node:net");

const deny = (what) => {
  appendFileSync(process.env.ATTEMPTS, `${what}\n`);
  return Object.assign(new Error(`no network: ${what}`), { code: "ENETUNREACH" });
};

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (typeof first === "object" && first !== null && first.path && !first.port) return Reflect.apply(connect, this, args); // a pipe, no network
  process.nextTick(() => this.destroy(deny(`socket ${JSON.stringify(first)}`)));
  return this;
};
dgram.createSocket = () => {
  throw deny("datagram");
};
dns.lookup = (name, ...rest) => rest.at(-1)(deny(`lookup ${name}`));
dns.promises.lookup = async (name) => {
  throw deny(`lookup ${name}`);
};
