/** Text for people: tables. */
@NullMarked
package io.smartt.switchd.text;

import org.jspecify.annotations.NullMarked;
