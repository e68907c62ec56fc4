package io.smartt.view.live;

import module java.base;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.CookieHeaderNames.SameSite;
import io.netty.handler.codec.http.cookie.DefaultCookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import io.netty.handler.codec.http.cookie.ServerCookieEncoder;

/**
 * The rules of who may ask. A page of another site must get nothing, even where a browser sends it
 * here: the Host header has to be a name of loopback, against names that an attacker has point
 * here, and the Origin this server's own.
 */
final class RequestGuard {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
  private static final String BEARER = "Bearer ";
  private static final String SITE = "Sec-Fetch-Site";

  private final LiveServer.LiveToken token;
  private final String cookie;

  /**
   * @param port of the server, since browsers keep cookies by host alone
   */
  RequestGuard(LiveServer.LiveToken token, int port) {
    this.token = token;
    cookie = "smartt-live-" + port;
  }

  /** Returns why a request is refused before anything is asked of it; empty if it is not. */
  Optional<Refusal> refusal(HttpRequest request) {
    HttpHeaders headers = request.headers();
    if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
      return refused(HttpResponseStatus.METHOD_NOT_ALLOWED, "accepted are GET and HEAD");
    }
    List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
    if (hosts.size() != 1 || !LOOPBACK.contains(withoutPort(hosts.getFirst()))) {
      return refused(HttpResponseStatus.MISDIRECTED_REQUEST, "this is a server of loopback");
    }
    for (String origin : headers.getAll(HttpHeaderNames.ORIGIN)) {
      if (!origin.equals("http://" + hosts.getFirst())) {
        return refused(HttpResponseStatus.FORBIDDEN, "the page of another site asks");
      }
    }
    return Optional.empty();
  }

  /** Returns why a request may not see anything; empty if it shows the token. */
  Optional<Refusal> unknown(HttpRequest request) {
    for (String site : request.headers().getAll(SITE)) {
      if (!OWN_SITES.contains(site)) {
        return refused(HttpResponseStatus.FORBIDDEN, "the page of another site asks");
      }
    }
    return token.is(bearer(request)) || token.is(cookie(request))
        ? Optional.empty()
        : refused(
            HttpResponseStatus.UNAUTHORIZED,
            "open the address that the run printed, which has the token");
  }

  /** Returns whether a token that was part of an address is right. */
  boolean accepts(Optional<String> shown) {
    return token.is(shown);
  }

  /** The value of the header that gives a browser the token. */
  String setCookie() {
    DefaultCookie made = new DefaultCookie(cookie, token.text());
    made.setHttpOnly(true);
    made.setSameSite(SameSite.Strict);
    made.setPath("/");
    return ServerCookieEncoder.STRICT.encode(made);
  }

  private static Optional<String> bearer(HttpRequest request) {
    return Optional.ofNullable(request.headers().get(HttpHeaderNames.AUTHORIZATION))
        .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
        .map(value -> value.substring(BEARER.length()).strip());
  }

  private Optional<String> cookie(HttpRequest request) {
    return request.headers().getAll(HttpHeaderNames.COOKIE).stream()
        .flatMap(header -> ServerCookieDecoder.STRICT.decodeAll(header).stream())
        .filter(one -> one.name().equals(cookie))
        .map(Cookie::value)
        .findFirst();
  }

  private static String withoutPort(String host) {
    return host.replaceFirst(":\\d+$", "");
  }

  private static Optional<Refusal> refused(HttpResponseStatus status, String why) {
    return Optional.of(new Refusal(status, why));
  }

  /** A request that is not answered. */
  record Refusal(HttpResponseStatus status, String why) {}
}
