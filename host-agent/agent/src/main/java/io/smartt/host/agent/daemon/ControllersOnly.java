package io.smartt.host.agent.daemon;

import module java.base;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;

/**
 * Refuses callers whose certificate is not one of a controller's: for TLS clients alone (extended
 * key usage, RFC 5280 section 4.2.1.12). A machine's certificate, which is on every machine, would
 * command all others. Who may call without a certificate is not its matter.
 */
public final class ControllersOnly implements ServerInterceptor {
  private static final String SERVERS = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENTS = "1.3.6.1.5.5.7.3.2";

  @Override
  public <Q, P> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
    SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (session != null) {
      try {
        if (session.getPeerCertificates()[0] instanceof X509Certificate shown && !isOne(shown)) {
          call.close(
              Status.PERMISSION_DENIED.withDescription(
                  shown.getSubjectX500Principal().getName()
                      + " is no controller's certificate, whose extended key usage is clientAuth"
                      + " alone; 'smartt certs DIR --controller NAME' issues one"),
              new Metadata());
          return new ServerCall.Listener<>() {};
        }
      } catch (SSLPeerUnverifiedException e) {
        // It shows none: this server asks for none.
      }
    }
    return next.startCall(call, headers);
  }

  private static boolean isOne(X509Certificate shown) {
    try {
      List<String> uses = shown.getExtendedKeyUsage();
      return uses != null && uses.contains(CLIENTS) && !uses.contains(SERVERS);
    } catch (CertificateParsingException e) {
      return false;
    }
  }
}
