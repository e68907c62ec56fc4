package io.smartt.study.scorecard;

import module java.base;

/**
 * Something that must hold of every controller.
 *
 * @param name for users
 * @param held whether it did
 * @param detail what was tried, or what went wrong
 */
public record Property(String name, boolean held, String detail) {
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("held", held);
    json.put("detail", detail);
    return json;
  }
}
