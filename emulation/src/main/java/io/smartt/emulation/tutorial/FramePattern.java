package io.smartt.emulation.tutorial;

import io.smartt.base.input.UserInputException;
import java.util.HexFormat;

/**
 * A frame in hexadecimal in which {@code *} stands for any digit; ending in {@code ...} it is the
 * beginning of one. Padding to 60 bytes with zeros is no difference.
 */
record FramePattern(String digits, boolean open) {
  private static final int SHOWN_DIGITS = 160;

  static FramePattern of(String text) {
    boolean open = text.endsWith("...");
    String digits = open ? text.substring(0, text.length() - 3) : text;
    if (digits.isEmpty() || !digits.matches("[0-9a-f*]*")) {
      throw new UserInputException("'" + text + "' is no frame in hexadecimal digits and *");
    }
    return new FramePattern(digits, open);
  }

  boolean matches(byte[] frame) {
    String there = HexFormat.of().formatHex(frame);
    if (there.length() < digits.length()) {
      return false;
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) != '*' && digits.charAt(i) != there.charAt(i)) {
        return false;
      }
    }
    return open || there.substring(digits.length()).chars().allMatch(digit -> digit == '0');
  }

  static String shortened(byte[] frame) {
    String all = HexFormat.of().formatHex(frame);
    return all.length() <= SHOWN_DIGITS ? all : all.substring(0, SHOWN_DIGITS) + "...";
  }
}
