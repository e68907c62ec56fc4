package io.smartt.switchd.options;

import module java.base;

import picocli.CommandLine.IVersionProvider;

/** Provides the version that the build wrote next to this class. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"smartt " + number(), "Java " + Runtime.version()};
  }

  public static String number() throws IOException {
    try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
      if (in == null) {
        throw new IOException("version.txt is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}
