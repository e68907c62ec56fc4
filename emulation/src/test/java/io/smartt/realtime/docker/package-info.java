@NullMarked
package io.smartt.realtime.docker;

import org.jspecify.annotations.NullMarked;
