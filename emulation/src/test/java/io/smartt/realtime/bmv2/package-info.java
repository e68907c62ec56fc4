@NullMarked
package io.smartt.realtime.bmv2;

import org.jspecify.annotations.NullMarked;
