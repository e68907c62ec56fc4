package io.smartt.switchd.options;

import io.smartt.base.input.PackedText;
import picocli.CommandLine.IVersionProvider;

/** Provides the version that the build wrote next to this class. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"smartt " + number(), "Java " + Runtime.version()};
  }

  public static String number() {
    return PackedText.read(Version.class, "version.txt").strip();
  }
}
