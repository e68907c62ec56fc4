@NullMarked
package io.smartt.realtime;

import org.jspecify.annotations.NullMarked;
