package io.smartt.realtime;

import module java.base;

import io.smartt.base.input.SecretFile;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.rpc.TlsClientFiles;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.Settings;
import io.smartt.host.agent.daemon.BearerToken;

/**
 * The access of the harness to servers on other machines: the settings {@code tls.*} of a profile.
 *
 * @param tls files; empty: without TLS
 * @param tokenFile holds the token that it shows
 */
public record ServerAccess(Optional<TlsClientFiles> tls, Optional<Path> tokenFile) {
  /** The authority that signs the certificates of servers. */
  public static final SettingKey<String> CA =
      SettingKey.file(
          "tls.ca",
          "PEM file of the authority that signed the certificates of switches, agents and workers;"
              + " none: without TLS.");

  /** The certificate that the harness shows. */
  public static final SettingKey<String> CERTIFICATE =
      SettingKey.file("tls.certificate", "PEM file of the harness's own certificate.");

  /** Its key. */
  public static final SettingKey<String> KEY =
      SettingKey.file("tls.key", "PEM file of the key of that certificate (PKCS #8).");

  /** The token by which it authenticates itself to agents, workers and switches. */
  public static final SettingKey<String> TOKEN_FILE =
      SettingKey.file(
          "tls.token-file", "File with the token that switches, agents and workers want.");

  /** The list of these settings. */
  public static final List<SettingKey<?>> KEYS = List.of(CA, CERTIFICATE, KEY, TOKEN_FILE);

  /**
   * Reads the settings.
   *
   * @throws UserInputException for a certificate without a key
   */
  public static ServerAccess of(Settings settings) {
    Optional<Path> certificate = path(settings, CERTIFICATE);
    Optional<Path> key = path(settings, KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw new UserInputException("tls.certificate and tls.key go together");
    }
    return new ServerAccess(
        path(settings, CA)
            .map(ca ->
                new TlsClientFiles(
                    Optional.of(ca),
                    certificate.map(file -> new TlsClientFiles.Own(file, key.orElseThrow())))),
        path(settings, TOKEN_FILE));
  }

  /**
   * Returns the token.
   *
   * @throws UserInputException naming a file that holds none
   */
  public Optional<String> token() {
    return tokenFile.map(file -> word(file, "token"));
  }

  /**
   * Returns the token as agents and workers want it.
   *
   * @throws UserInputException if it is none of theirs
   */
  public Optional<BearerToken> bearer() {
    try {
      return token().map(BearerToken::new);
    } catch (IllegalArgumentException e) {
      throw new UserInputException(
          tokenFile.map(Path::toString).orElse("") + ": " + e.getMessage(), e);
    }
  }

  /** Returns the file that a setting names. */
  public static Optional<Path> path(Settings settings, SettingKey<String> key) {
    String text = settings.get(key);
    return text.equals(SettingKey.NONE) ? Optional.empty() : Optional.of(Path.of(text));
  }

  /** Returns the one word that a file holds. */
  public static String word(Path file, String what) {
    String text = SecretFile.read(file);
    if (text.isEmpty() || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new UserInputException(file + ": holds no " + what + ", which is one word of ASCII");
    }
    return text;
  }
}
