package io.smartt.testbed.standin.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.smartt.testbed.sonic.GnmiTarget.GnmiLogin;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * The rules of who may call a SONiC switch (sonic-gnmi 5ec1c20b, gnmi_server/clientCertAuth.go,
 * basicAuth.go and jwtAuth.go): those that show a token, a user and password, or a certificate
 * whose name has a role in CONFIG_DB.
 *
 * @param token of {@code user_auth jwt}; empty: not asked for
 * @param login of {@code user_auth password}; empty: not asked for
 * @param roles {@code user_auth cert}: whether the common name of a certificate needs an entry in
 *     {@code GNMI_CLIENT_CERT}
 */
public record Access(Optional<String> token, Optional<GnmiLogin> login, boolean roles) {
  private static final String ROLES = "GNMI_CLIENT_CERT";

  /** Returns what refuses calls, given the switch's configuration. */
  ServerInterceptor checkedBy(ConfigStore config) {
    return new ServerInterceptor() {
      @Override
      public <Q, R> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        Optional<Status> refusal = refusal(call, headers, config);
        if (refusal.isPresent()) {
          call.close(refusal.get(), new Metadata());
          return new ServerCall.Listener<>() {};
        }
        return next.startCall(call, headers);
      }
    };
  }

  private Optional<Status> refusal(ServerCall<?, ?> call, Metadata headers, ConfigStore config) {
    if (token.isPresent() && !token.equals(header(headers, "access_token"))) {
      return unauthenticated("invalid JWT token");
    }
    Optional<Status> refusal = login.flatMap(user -> refusal(user, headers));
    if (refusal.isPresent() || !roles) {
      return refusal;
    }
    String name = commonName(call).orElse("");
    JsonNode role = config.table(ROLES).path(name).path("role");
    return name.isEmpty() || (role.isEmpty() && role.asText().isEmpty())
        ? unauthenticated("Invalid cert cname:'" + name + "', not a trusted cert common name.")
        : Optional.empty();
  }

  private static Optional<Status> refusal(GnmiLogin wanted, Metadata headers) {
    Optional<String> user = header(headers, "username");
    Optional<String> password = header(headers, "password");
    if (user.isEmpty()) {
      return unauthenticated("No Username Provided");
    }
    if (password.isEmpty()) {
      return unauthenticated("No Password Provided");
    }
    return user.get().equals(wanted.user()) && password.get().equals(wanted.password())
        ? Optional.empty()
        : Optional.of(Status.PERMISSION_DENIED.withDescription("Invalid Password"));
  }

  private static Optional<Status> unauthenticated(String why) {
    return Optional.of(Status.UNAUTHENTICATED.withDescription(why));
  }

  private static Optional<String> header(Metadata headers, String name) {
    return Optional.ofNullable(
        headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));
  }

  private static Optional<String> commonName(ServerCall<?, ?> call) {
    SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (session == null) {
      return Optional.empty();
    }
    try {
      Certificate[] shown = session.getPeerCertificates();
      if (!(shown[0] instanceof X509Certificate certificate)) {
        return Optional.empty();
      }
      String subject = certificate.getSubjectX500Principal().getName();
      return new LdapName(subject)
          .getRdns().stream()
              .filter(part -> part.getType().equalsIgnoreCase("CN"))
              .map(Rdn::getValue)
              .map(String::valueOf)
              .findFirst();
    } catch (SSLPeerUnverifiedException | InvalidNameException e) {
      return Optional.empty();
    }
  }
}
