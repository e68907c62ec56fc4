package io.smartt.controller.rpc;

import module java.base;

import io.grpc.Status;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;

/**
 * The reason for which a TLS connection was refused. The JDK says it in the types and texts of a
 * chain of causes; a server that refuses a client sends an alert (RFC 8446, 6.2), which is all that
 * the client learns.
 */
public enum TlsRefusal {
  /** The server's certificate is out of date. */
  SERVER_EXPIRED("the server's certificate has expired"),
  /** The server's certificate is for later. */
  SERVER_NOT_YET_VALID("the server's certificate does not hold yet"),
  /** The server's certificate is of somebody else. */
  SERVER_UNTRUSTED("the server's certificate was not signed by the authority of this profile"),
  /** The server's certificate is for other names. */
  SERVER_NAME("the server's certificate is for another name or address"),
  CLIENT_MISSING("the server wants a client certificate and was shown none"),
  /** The server finds the client's certificate out of date. */
  CLIENT_EXPIRED("the server says that the client certificate has expired"),
  /** The server does not know the client's authority. */
  CLIENT_UNTRUSTED("the server does not trust the client certificate"),
  /** The other side does not speak TLS. */
  NOT_TLS("the server does not speak TLS"),
  /** A client without TLS learns no more of a server that has it than that the connection ended. */
  TLS_WANTED(
      "the server closed the connection without an answer, as one does that wants TLS and was"
          + " spoken to without it");

  /** The words of gRPC for a connection that ended before the server said anything. */
  private static final String SILENT_END = "Network closed for unknown reason";

  private final String text;

  TlsRefusal(String text) {
    this.text = text;
  }

  /** Returns the reason as text for the user. */
  public String text() {
    return text;
  }

  /**
   * The reason, for a first call of a client that showed these files; empty: of one without TLS.
   * Servers differ in whether they say that a certificate has expired or just that they do not
   * trust it; the client can look.
   */
  public static Optional<TlsRefusal> in(Throwable thrown, Optional<TlsClientFiles> shown) {
    if (shown.isEmpty() && SILENT_END.equals(Status.fromThrowable(thrown).getDescription())) {
      return Optional.of(TLS_WANTED);
    }
    return in(thrown)
        .map(reason ->
            reason == CLIENT_UNTRUSTED && shown.filter(TlsClientFiles::ownHasExpired).isPresent()
                ? CLIENT_EXPIRED
                : reason);
  }

  /** The reason in a chain of causes; empty if TLS was not what failed. */
  public static Optional<TlsRefusal> in(Throwable thrown) {
    Optional<TlsRefusal> found = Optional.empty();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      Optional<TlsRefusal> here = at(cause);
      // The innermost says it best.
      found = here.isPresent() ? here : found;
    }
    return found;
  }

  private static Optional<TlsRefusal> at(Throwable cause) {
    String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    return switch (cause) {
      case CertificateExpiredException _ -> Optional.of(SERVER_EXPIRED);
      case CertificateNotYetValidException _ -> Optional.of(SERVER_NOT_YET_VALID);
      case CertPathValidatorException path when path.getReason() == BasicReason.EXPIRED ->
          Optional.of(SERVER_EXPIRED);
      case CertificateException _
          when message.contains("no subject alternative") || message.contains("no name matching") ->
          Optional.of(SERVER_NAME);
      case SSLException _
          when message.contains("certificate_required") || message.contains("bad_certificate") ->
          Optional.of(CLIENT_MISSING);
      case SSLException _ when message.contains("certificate_expired") ->
          Optional.of(CLIENT_EXPIRED);
      case SSLException _
          when message.contains("certificate_unknown") || message.contains("unknown_ca") ->
          Optional.of(CLIENT_UNTRUSTED);
      case SSLException _ when message.contains("not an ssl/tls record") -> Optional.of(NOT_TLS);
      default ->
          message.contains("unable to find valid certification path")
                  || message.contains("path does not chain")
              ? Optional.of(SERVER_UNTRUSTED)
              : Optional.empty();
    };
  }
}
