package io.smartt.switchd.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A certificate that signs itself, with its key, as PEM files. */
public record TestCertificate(Path certificate, Path key) {
  private static final String PASSWORD = "changeit";

  /** Makes one of a server at localhost with the JDK's keytool. */
  public static TestCertificate make(Path folder, String name) {
    return make(folder, name, "serverAuth");
  }

  /** Makes one with another extended key usage. */
  public static TestCertificate make(Path folder, String name, String use) {
    Path store = folder.resolve(name + ".p12");
    try {
      Process keytool =
          new ProcessBuilder(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                      "-genkeypair",
                      "-alias",
                      "k",
                      "-keyalg",
                      "EC",
                      "-dname",
                      "CN=localhost",
                      "-ext",
                      "san=dns:localhost,ip:127.0.0.1",
                      "-ext",
                      "bc:c",
                      "-ext",
                      "eku=" + use,
                      "-storetype",
                      "PKCS12",
                      "-keystore",
                      store.toString(),
                      "-storepass",
                      PASSWORD))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve(name + ".log").toFile())
              .start();
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException(Files.readString(folder.resolve(name + ".log")));
      }
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, PASSWORD.toCharArray());
      }
      return new TestCertificate(
          pem(folder.resolve(name + ".crt"), "CERTIFICATE", keys.getCertificate("k").getEncoded()),
          pem(
              folder.resolve(name + ".key"),
              "PRIVATE KEY",
              keys.getKey("k", PASSWORD.toCharArray()).getEncoded()));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Path pem(Path file, String kind, byte[] content) throws IOException {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n");
  }
}
