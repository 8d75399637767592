/** The importer's treatment of an option; `ignored` ones change nothing about the request itself. */
export type OptionEffect =
  | 'method'
  | 'header'
  | 'data'
  | 'data-raw'
  | 'data-urlencode'
  | 'json'
  | 'form'
  | 'form-string'
  | 'user'
  | 'user-agent'
  | 'referer'
  | 'cookie'
  | 'bearer'
  | 'url'
  | 'url-query'
  | 'get'
  | 'head'
  | 'upload'
  | 'max-time'
  | 'retry'
  | 'fail'
  | 'globoff'
  | 'compressed'
  | 'next'
  | 'ignored'
  | 'unsupported';

export interface CurlOption {
  name: string;
  takesValue: boolean;
  effect: OptionEffect;
}

const EFFECTS: Readonly<Record<string, OptionEffect>> = {
  request: 'method',
  header: 'header',
  data: 'data',
  'data-ascii': 'data',
  'data-binary': 'data',
  'data-raw': 'data-raw',
  'data-urlencode': 'data-urlencode',
  json: 'json',
  form: 'form',
  'form-string': 'form-string',
  user: 'user',
  'user-agent': 'user-agent',
  referer: 'referer',
  cookie: 'cookie',
  'oauth2-bearer': 'bearer',
  url: 'url',
  'url-query': 'url-query',
  get: 'get',
  head: 'head',
  'upload-file': 'upload',
  'max-time': 'max-time',
  retry: 'retry',
  fail: 'fail',
  'fail-with-body': 'fail',
  globoff: 'globoff',
  compressed: 'compressed',
  next: 'next',
};

/** Options without a value that don't affect the request. */
const QUIET_FLAGS = `anyauth basic buffer ca-native clobber compressed-ssh create-dirs crlf disable
  dump-ca-embed fail-early form-escape http1.1 http2 http2-prior-knowledge http3 http3-only http1.0 http0.9
  include ipv4 ipv6 keepalive list-only location location-trusted mptcp no-alpn no-buffer no-clobber
  no-keepalive no-npn no-progress-meter no-sessionid out-null parallel parallel-immediate post301 post302
  post303 progress-bar progress-meter raw remote-header-name remote-name remote-name-all remote-time
  remove-on-error retry-all-errors retry-connrefused show-error show-headers silent skip-existing ssl
  ssl-reqd sslv2 sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay tls-earlydata tlsv1
  tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-config-all trace-ids trace-time verbose xattr
  junk-session-cookies path-as-is`;
/** Options with a value that don't affect the request. */
const QUIET_VALUES = `alt-svc ciphers connect-timeout cookie-jar create-file-mode curves dump-header
  etag-save expect100-timeout happy-eyeballs-timeout-ms hsts interface keepalive-cnt keepalive-time libcurl
  limit-rate local-port max-filesize max-redirs output output-dir parallel-max parallel-max-host proto
  proto-default proto-redir rate retry-delay retry-max-time speed-limit speed-time stderr tls-max
  tls13-ciphers trace trace-ascii trace-config vlan-priority ip-tos write-out dns-interface dns-ipv4-addr
  dns-ipv6-addr dns-servers doh-url`;
/** Options that would change the request in a way that the block doesn't support. */
const UNSUPPORTED_FLAGS = `append cert-status delegation digest disable-eprt disable-epsv
  disallow-username-in-url doh-cert-status doh-insecure ech false-start ftp-create-dirs ftp-pasv ftp-pret
  ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control haproxy-protocol ignore-content-length insecure
  mail-rcpt-allowfails metalink negotiate netrc netrc-optional ntlm ntlm-wb proxy-anyauth proxy-basic
  proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast
  proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel sasl-ir socks5-basic socks5-gssapi socks5-gssapi-nec
  ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-revoke-best-effort tftp-no-options use-ascii help
  manual version ssh-compression`;
const UNSUPPORTED_VALUES = `abstract-unix-socket aws-sigv4 cacert capath cert cert-type config connect-to
  continue-at crlfile egd-file engine etag-compare ftp-account ftp-alternative-to-user ftp-method ftp-port
  ftp-ssl-ccc-mode haproxy-clientip hostpubmd5 hostpubsha256 key key-type krb login-options mail-auth
  mail-from mail-rcpt netrc-file noproxy pass pinnedpubkey preproxy proxy proxy-cacert proxy-capath
  proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass
  proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword
  proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range request-target resolve sasl-authzid
  service-name sigalgs signature-algorithms socks4 socks4a socks5 socks5-gssapi-service socks5-hostname
  telnet-option tftp-blksize time-cond tlsauthtype tlspassword tlsuser unix-socket upload-flags variable`;

const VALUE_EFFECTS: ReadonlySet<OptionEffect> = new Set([
  'method',
  'header',
  'data',
  'data-raw',
  'data-urlencode',
  'json',
  'form',
  'form-string',
  'user',
  'user-agent',
  'referer',
  'cookie',
  'bearer',
  'url',
  'url-query',
  'upload',
  'max-time',
  'retry',
]);

const LETTERS = `0http1.0 1tlsv1 2sslv2 3sslv3 4ipv4 6ipv6 #progress-bar :next Auser-agent Buse-ascii
  Ccontinue-at Ddump-header Ecert Fform Gget Hheader Ihead Jremote-header-name Kconfig Llocation Mmanual
  Nno-buffer Oremote-name Pftp-port Qquote Rremote-time Sshow-error Tupload-file Uproxy-user Vversion
  Xrequest Yspeed-limit Zparallel aappend bcookie ccookie-jar ddata ereferer ffail ggloboff hhelp iinclude
  jjunk-session-cookies kinsecure llist-only mmax-time nnetrc ooutput pproxytunnel qdisable rrange ssilent
  ttelnet-option uuser vverbose wwrite-out xproxy yspeed-time ztime-cond`;

const options = new Map<string, CurlOption>();
for (const [name, effect] of Object.entries(EFFECTS)) {
  options.set(name, { name, effect, takesValue: VALUE_EFFECTS.has(effect) });
}
function addAll(names: string, takesValue: boolean, effect: OptionEffect): void {
  for (const name of names.split(/\s+/)) options.set(name, { name, takesValue, effect });
}
addAll(QUIET_FLAGS, false, 'ignored');
addAll(QUIET_VALUES, true, 'ignored');
addAll(UNSUPPORTED_FLAGS, false, 'unsupported');
addAll(UNSUPPORTED_VALUES, true, 'unsupported');

const letters = new Map(LETTERS.split(/\s+/).map((entry) => [entry.slice(0, 1), entry.slice(1)]));

/** Finds an option by its letter, as in `-X`. */
export function findShortOption(letter: string): CurlOption | null {
  return options.get(letters.get(letter) ?? '') ?? null;
}

/** Finds an option by its name, without dashes; `no-` turns a flag off. An unambiguous prefix is enough. */
export function findLongOption(name: string): CurlOption | null {
  const exact = options.get(name);
  if (exact !== undefined) return exact;
  if (name.startsWith('no-')) {
    const positive = options.get(name.slice(3));
    if (positive !== undefined && !positive.takesValue) return { ...positive, name, effect: 'ignored' };
  }
  if (name.length < 3) return null;
  const longer = [...options.values()].filter((option) => option.name.startsWith(name));
  return longer.length === 1 ? (longer[0] ?? null) : null;
}
