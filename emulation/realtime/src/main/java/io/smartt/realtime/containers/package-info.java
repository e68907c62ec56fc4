/** Networks of containers, for every engine that starts them. */
@NullMarked
package io.smartt.realtime.containers;

import org.jspecify.annotations.NullMarked;
