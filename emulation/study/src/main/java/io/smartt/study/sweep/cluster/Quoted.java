package io.smartt.study.sweep.cluster;

/** Words for a POSIX shell. */
final class Quoted {
  private Quoted() {}

  /** A word that the shell takes as it is. */
  static String forShell(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
